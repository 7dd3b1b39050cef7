import type { Page } from "@playwright/test";

/** Gives the page a device that keeps passkeys and confirms each request at once. Returns how many it keeps. */
export async function addVirtualAuthenticator(page: Page): Promise<() => Promise<number>> {
	const browser = await page.context().newCDPSession(page);
	await browser.send("WebAuthn.enable");
	const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	return async () => (await browser.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length;
}
