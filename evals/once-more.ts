/**
 * Repeats a call that failed, once, and says so. The local server stands behind a proxy that loses a request now and then, when
 * the proxy takes a kept connection that workerd closes at the same moment; a long measurement must not end there.
 */
export async function onceMore<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const [words] = String(error).split("\n", 1);
    console.warn(`once more after: ${words}`);
    return call();
  }
}
