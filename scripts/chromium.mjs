import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { bin } from "./bootstrap.mjs";
import { step, stop } from "./say.mjs";

/** The first has no windows, and uses a third less CPU than the others without a window. */
const systemBrowsers = [
	"/usr/bin/chromium-headless-shell",
	"/usr/bin/chromium",
	"/usr/bin/chromium-browser",
	"/usr/bin/google-chrome",
];

/** Returns the path of the machine's Chromium or Playwright's. Installs one if there is none. */
export async function findChromium() {
	const present = await locate();
	if (present) return present;
	step("Installing Chromium");
	const asRoot = process.getuid?.() === 0;
	if (asRoot && existsSync("/usr/bin/apt-get")) {
		run("apt-get", ["update", "-qq"]);
		for (const name of ["chromium-headless-shell", "chromium"]) {
			if (!(await locate())) run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name]);
		}
	} else {
		run(bin("playwright"), ["install", "chromium"]);
	}
	const path = await locate();
	if (path) return path;
	stop("Chromium could not be installed. Install it (on Debian: `apt-get install chromium`), then run this again.");
}

async function locate() {
	const { chromium } = await import("@playwright/test");
	return [...systemBrowsers, chromium.executablePath()].find((file) => existsSync(file));
}

function run(command, args) {
	spawnSync(command, args, { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
}

/**
 * With the first two, each new window loads two internal pages, which use more CPU than most pages of the shop. Playwright
 * disables the others itself, but Chromium uses only the last list of features, so they are repeated here.
 */
const disabledFeatures = [
	"WebUIOmniboxPopup",
	"WebUIOmniboxAimPopup",
	"AvoidUnnecessaryBeforeUnloadCheckSync",
	"DestroyProfileOnBrowserClose",
	"PaintHolding",
	"LensOverlay",
	"HttpsUpgrades",
	"HttpsFirstBalancedModeAutoEnable",
	"ThirdPartyStoragePartitioning",
	"MediaRouter",
	"AvoidCorsURLLoaderRestartOnRedirect",
	"OptimizationHints",
	"NetworkTimeServiceQuerying",
	"AimEnabled",
	"PreconnectToSearch",
	"TcpPortRandomizationWin",
];

/** Chromium's arguments. It sends nothing to its vendor and resolves only localhost. */
export const chromiumArgs = [
	`--disable-features=${disabledFeatures.join(",")}`,
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
	...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];
