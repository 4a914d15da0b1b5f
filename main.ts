import { main } from "./lib/cli/main.ts";

await main();
