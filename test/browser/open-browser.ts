import { type Browser, chromium } from 'playwright-core';

/** The machine's Chromium, without a window: environment variable CHROMIUM, else where Debian and Ubuntu put it. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
}
