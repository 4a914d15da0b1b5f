/**
 * A real Chromium for the tests of HTML pages. Pages are opened from files, as people open them.
 */
import * as fs from "node:fs";
import process from "node:process";
import { join } from "@std/path";
import { type Browser, chromium, type Page } from "playwright-core";
import { makeHome } from "./home.ts";

const PLACES = [
  process.env.CHROMIUM ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const executablePath = PLACES.find((path) => path !== "" && fs.existsSync(path));

/** Why tests in a browser are skipped, or false. */
export const noBrowser: string | false = executablePath === undefined
  ? "no Chromium (CHROMIUM may name one)"
  : false;

/** What a page does not show by then it will never show. */
const TIMEOUT_MS = 10_000;

/** How a page is opened. */
export interface OpenOptions {
  width?: number;
  height?: number;
  colorScheme?: "light" | "dark";
}

/** A page in the browser, and what it did that it must not. */
export interface OpenedPage {
  page: Page;
  /** Errors of its scripts, lines of its console, requests for anything but itself. */
  faults: string[];
}

/** Starts a browser, hands it over, and ends it. */
export async function withBrowser(use: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({
    executablePath: executablePath!,
    args: ["--no-sandbox"],
  });
  try {
    await use(browser);
  } finally {
    await browser.close();
  }
}

/** Writes HTML to a file and opens it. */
export async function openPage(
  browser: Browser,
  html: string,
  { width = 1200, height = 800, colorScheme = "light" }: OpenOptions = {},
): Promise<OpenedPage> {
  const path = join(makeHome({ "page.html": html }), "page.html");
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  page.setDefaultTimeout(TIMEOUT_MS);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => faults.push(message.text()));
  page.on("request", (request) => {
    if (request.url() !== `file://${path}` && !request.url().startsWith("data:")) {
      faults.push(request.url());
    }
  });
  await page.goto(`file://${path}`);
  return { page, faults };
}
