import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { type Catalog, CatalogStore, planHome } from "../../lib/catalog/mod.ts";
import { sharedPath } from "../helpers/home.ts";

const shared = sharedPath("homes");
const skip = shared === null;

function read(name: string): Catalog {
  const home = `${shared}/${name}`;
  const plan = planHome({ home, cwd: null, environment: () => undefined, system: "linux" });
  // Whether this machine is a container must not matter.
  return new CatalogStore({ ...plan, environments: [] }).refresh().catalog;
}

function reasons(catalog: Catalog, part: string): number {
  return catalog.problems.filter(({ reason }) => reason.includes(part)).length;
}

test("refresh() reads 198 skills of the realistic home, 193 of them for Linux", { skip }, () => {
  const { skills, problems } = read("hermes");
  const hidden = skills.filter(({ hiddenBecause }) => hiddenBecause !== null);
  assertEquals([skills.length, skills.length - hidden.length, problems.length], [198, 193, 1]);
  assertEquals(hidden.map(({ hiddenBecause }) => hiddenBecause!.split(" (")[0]), [
    ...Array(4).fill("not for this system"),
    "not for this environment",
  ]);
  assertEquals(skills.filter(({ load, description }) => load === null || description === ""), []);
});

test("refresh() reads 1,987 skills of the library", { skip }, () => {
  const catalog = read("library");
  assertEquals(catalog.skills.length, 1_987);
  assertEquals(reasons(catalog, "support folder"), 1);
  assertEquals(catalog.skills.filter(({ description }) => description === ""), []);
});

test(
  "refresh() reads 926 skills where 215 headers are broken, each with its description",
  { skip },
  () => {
    const catalog = read("broken");
    assertEquals([
      catalog.skills.length,
      reasons(catalog, "no valid YAML"),
      reasons(catalog, "support folder"),
    ], [
      926,
      215,
      1,
    ]);
    assertEquals(catalog.skills.filter(({ description }) => description === ""), []);
    const leaks = catalog.skills.filter(({ description }) =>
      /\b(?:risk|source): \w/.test(description)
    );
    assertEquals(leaks.map(({ id }) => id), []);
  },
);
