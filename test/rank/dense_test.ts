import { test } from "node:test";
import { assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { createDenseIndex, meanOfViews, quantise, unitVector } from "../../lib/rank/mod.ts";

const vector = (...components: number[]) => Float32Array.from(components);

/** Vectors of some length whose components are not all tiny. */
const vectors = (count: number) =>
  fc.integer({ min: 2, max: 40 }).chain((dimensions) =>
    fc.array(
      fc.array(fc.double({ min: -5, max: 5, noNaN: true }), {
        minLength: dimensions,
        maxLength: dimensions,
      }).filter((components) => components.some((component) => Math.abs(component) > 0.1)),
      { minLength: count, maxLength: count },
    )
  );

const dot = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, component, at) => sum + component * b[at]!, 0);

test("unitVector() gives length 1 and keeps zeros (EE-51)", () => {
  assertEquals([...unitVector(vector(3, 4))], [...vector(0.6, 0.8)]);
  assertEquals([...unitVector(vector(0, 0))], [0, 0]);
});

test("quantise() is off by at most half a step of the largest component over 127", () => {
  fc.assert(fc.property(vectors(1), ([components]) => {
    const exact = Float32Array.from(components!);
    const { values, scale } = quantise(exact);
    exact.forEach((component, at) => {
      assertAlmostEquals(values[at]! * scale, component, scale * 0.501);
    });
  }));
  assertEquals(quantise(vector(0, 0)), { values: new Int8Array(2), scale: 0 });
});

test("meanOfViews() makes one product the mean of the cosines of the views (dense.md)", () => {
  fc.assert(fc.property(vectors(3), (all) => {
    const [first, second, query] = all.map((components) => Float32Array.from(components));
    const unit = unitVector(query!);
    const cosine = (view: Float32Array) => dot(unitVector(view), unit);
    assertAlmostEquals(
      dot(meanOfViews([first!, second!]), unit),
      (cosine(first!) + cosine(second!)) / 2,
      1e-5,
    );
  }));
});

test("DenseIndex.similarities() gives cosines, to the step of bytes", () => {
  fc.assert(fc.property(vectors(4), (all) => {
    const units = all.map((components) => unitVector(Float32Array.from(components)));
    const [query, ...skills] = units;
    const index = createDenseIndex(skills.map(quantise));
    [...index.similarities(query!)].forEach((found, at) => {
      assertAlmostEquals(found, dot(query!, skills[at]!), 0.02);
    });
  }));
});

test("DenseIndex.rank() gives the best k, equals by position, none at or below 0 (EE-53)", () => {
  const skills = [vector(0, 1), vector(1, 0), vector(-1, 0), vector(1, 0), vector(1, 1)];
  const index = createDenseIndex(skills.map(unitVector).map(quantise));
  assertEquals([index.size, index.dimensions], [5, 2]);
  const positions = (k: number) => index.rank(vector(1, 0), k).map(({ position }) => position);
  assertEquals(positions(10), [1, 3, 4]);
  assertEquals(positions(2), [1, 3]);
  assertEquals(index.rank(vector(0, 0), 10), []);
});

test("createDenseIndex() takes no skill at all", () => {
  const index = createDenseIndex([]);
  assertEquals([index.size, index.dimensions, index.rank(vector(1), 3)], [0, 0, []]);
});
