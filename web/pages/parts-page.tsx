/** Every part in every state. Only in development. */
export default function PartsPage() {
  return (
    <main id="main" className="page py-10">
      <h1>Parts</h1>
    </main>
  );
}
