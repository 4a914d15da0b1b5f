/**
 * Logarithm and exponential that give the same bits on every JavaScript engine.
 *
 * `Math.log` and `Math.exp` may differ in the last bit between V8 and JavaScriptCore, which would
 * make rankings differ between runtimes. Addition, multiplication and division of doubles are exact
 * by IEEE 754, so functions made of these alone do not.
 */

const LN2 = 0.6931471805599453;
const HALF_SQRT2 = 0.7071067811865476;
const view = new DataView(new ArrayBuffer(8));

/**
 * Natural logarithm of a positive finite number.
 *
 * x = m·2^e with m in [√½, √2); ln m = 2·artanh s with s = (m−1)/(m+1), by the series
 * 2(s + s³/3 + s⁵/5 + …) (Abramowitz & Stegun 4.1.27), |s| < 0.1716, so that eleven terms reach the
 * precision of a double.
 */
export function ln(x: number): number {
  view.setFloat64(0, x);
  const high = view.getUint32(0);
  let exponent = ((high >>> 20) & 0x7ff) - 1022;
  view.setUint32(0, (high & 0x800fffff) | (1022 << 20));
  let mantissa = view.getFloat64(0);
  if (mantissa < HALF_SQRT2) {
    mantissa *= 2;
    exponent--;
  }
  const s = (mantissa - 1) / (mantissa + 1);
  const square = s * s;
  let sum = 0;
  for (let odd = 21; odd >= 1; odd -= 2) sum = sum * square + 1 / odd;
  return exponent * LN2 + 2 * s * sum;
}

/**
 * Exponential of a finite number.
 *
 * x = k·ln 2 + r with |r| ≤ ½ ln 2; eʳ by its Taylor series (Abramowitz & Stegun 4.2.1), 14 terms;
 * the power of two by exact doubling or halving.
 */
export function exp(x: number): number {
  if (x > 709) return Infinity;
  if (x < -745) return 0;
  const k = Math.round(x / LN2);
  const r = x - k * LN2;
  let sum = 1;
  for (let n = 14; n >= 1; n--) sum = 1 + (r / n) * sum;
  return sum * powerOfTwo(k);
}

/** Logistic function 1/(1+e^−x). */
export function logistic(x: number): number {
  return 1 / (1 + exp(-x));
}

function powerOfTwo(k: number): number {
  let value = 1;
  const step = k < 0 ? 0.5 : 2;
  for (let n = Math.abs(k); n > 0; n--) value *= step;
  return value;
}
