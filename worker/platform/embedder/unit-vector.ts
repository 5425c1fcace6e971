/** Scales a vector to length 1 in place; a vector of zeros stays as it is. */
export function toUnit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (squares === 0) return vector;
  const factor = 1 / Math.sqrt(squares);
  for (let i = 0; i < vector.length; i++) vector[i]! *= factor;
  return vector;
}

/** Components of a unit vector as int8, times 127. */
export function toInt8(vector: Float32Array): Int8Array {
  return Int8Array.from(vector, (value) => Math.round(value * 127));
}
