import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { bin } from "./bootstrap.mjs";
import { step, stop } from "./say.mjs";

const installedByTheSystem = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The browser of the tests: the machine's, or Playwright's own; installed when there is none. @returns its path */
export async function findChromium() {
	const present = await locate();
	if (present) return present;
	step("Installing Chromium");
	const asRoot = process.getuid?.() === 0;
	if (asRoot && existsSync("/usr/bin/apt-get")) {
		run("apt-get", ["update", "-qq"]);
		run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
	} else {
		run(bin("playwright"), ["install", "chromium"]);
	}
	const path = await locate();
	if (path) return path;
	stop("Chromium could not be installed: install it (on Debian `apt-get install chromium`), then run this again.");
}

async function locate() {
	const { chromium } = await import("@playwright/test");
	return [...installedByTheSystem, chromium.executablePath()].find((file) => existsSync(file));
}

function run(command, args) {
	spawnSync(command, args, { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
}

/**
 * The first two make every new window load two pages of the browser's own, which takes more of the processor than most
 * pages of the shop. The others are those that Playwright turns off itself and that matter here: the last list counts.
 */
const features = [
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

/** How Chromium is started: no calls home, nothing resolved but this machine. */
export const chromiumArgs = [
	`--disable-features=${features.join(",")}`,
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
	...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];
