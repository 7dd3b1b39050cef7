import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { createSandboxCustomer } from "./sandbox-customer";
import { createSandboxPaymentsRepo } from "./sandbox-payments.repo.server";
import { createSandboxProvider } from "./sandbox-provider";
import { createSandboxRefundsRepo } from "./sandbox-refunds.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly appOrigin: string;
	/** Signs the webhooks. */
	readonly secret: string;
	readonly deliver: (callbackToken: string, raw: Uint8Array, headers: Headers) => Promise<unknown>;
}

/** The payment provider's stand-in, with the port for the shop and the actions of the customer. */
export function createSandbox({ db, clock, appOrigin, secret, deliver }: Dependencies) {
	const payments = createSandboxPaymentsRepo(db);
	const refunds = createSandboxRefundsRepo(db);
	const provider = createSandboxProvider({ payments, refunds, clock, appOrigin, secret });
	// A Worker can't call its own address, so this calls the webhook's handler directly.
	const deliverDirectly = (webhookUrl: string, raw: Uint8Array, headers: Headers) =>
		deliver(new URL(webhookUrl).pathname.split("/").at(-1) ?? "", raw, headers);
	return { provider, customer: createSandboxCustomer({ payments, provider, clock, secret, deliver: deliverDirectly }) };
}
