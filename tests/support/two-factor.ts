import { decodeBase32IgnorePadding } from "@oslojs/encoding";
import { sha256Hex } from "~/lib/sha256";
import { totpCode, totpStep } from "~/lib/totp";
import { aClient } from "./accounts";
import { aCustomer, aSession, testPassword, testServices } from "./factories";

/** A customer with a confirmed session. */
export async function aConfirmedCustomer(services = testServices()) {
	const user = await aCustomer({ password: testPassword });
	const started = await aSession(user, { services });
	const customer = await services.sessions.viewer({ cookie: started.cookie }).customer();
	if (!customer) throw new Error("Not signed in");
	const before = { sessionHash: sha256Hex(started.token) };
	const confirmed = await services.confirmation.confirm(customer, before, { password: testPassword }, aClient());
	if (!confirmed.ok) throw new Error(confirmed.error.message);
	const { token } = confirmed.value;
	const owner = { sessionHash: sha256Hex(token), confirmedFrom: services.clock() - 1_000 };
	return { user, customer, owner, before: started, cookie: `__Host-session=${token}` };
}

/** A confirmed customer with a second factor. `app` returns the code for a time, `codes` are the recovery codes. */
export async function aTwoStepCustomer(services = testServices()) {
	const signedIn = await aConfirmedCustomer(services);
	const { customer, owner } = signedIn;
	const { setup, key } = await services.twoFactor.begin(customer);
	const secret = decodeBase32IgnorePadding(key.replaceAll(" ", ""));
	const app = (now: number) => totpCode(secret, totpStep(now));
	const enabled = await services.twoFactor.enable(customer, owner, { setup, code: app(services.clock()) });
	if (!enabled.ok) throw new Error(enabled.error.message);
	return { ...signedIn, app, codes: enabled.value, setup };
}
