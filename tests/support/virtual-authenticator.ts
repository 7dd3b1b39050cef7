import type { Page } from "@playwright/test";

/** Gives the page a device that keeps passkeys and confirms each request at once. */
export async function addVirtualAuthenticator(page: Page): Promise<void> {
	const browser = await page.context().newCDPSession(page);
	await browser.send("WebAuthn.enable");
	await browser.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
}
