import type { HealthPart } from "~/features/health/health-part";
import type { Outbox } from "~/features/outbox/outbox.server";
import type { RegistrarAccounts } from "~/features/registrar-accounts/registrar-accounts.server";
import { FailedCheck } from "~/lib/failure-reason";
import type { Config } from "~/platform/config";
import type { Mailer } from "~/platform/mailer/mailer";
import type { PaymentProvider } from "~/platform/payment/payment-provider";
import type { Registrar } from "~/platform/registrar/registrar";
import type { Ports } from "./ports.server";

interface Dependencies {
	/** Each reads a key that does not exist. */
	readonly stores: { readonly tokens: () => Promise<unknown>; readonly files: () => Promise<unknown> };
	readonly config: Config;
	readonly ports: Pick<Ports, "hostingPanel" | "dnsHosts" | "fiscalSigner">;
	readonly services: {
		readonly registrarAccounts: RegistrarAccounts;
		readonly mailer: Mailer;
		readonly outbox: Outbox;
		readonly paymentProviders: readonly PaymentProvider[];
		readonly registrar: Registrar;
	};
}

/** Everything that the shop depends on, except its database. A feature adds the parts of its kind to this list. */
export const createHealthParts = (dependencies: Dependencies): HealthPart[] => [
	...storageParts(dependencies),
	...outsideParts(dependencies),
	...fiscalParts(dependencies),
	...accountParts(dependencies),
];

function storageParts({ stores, services }: Dependencies): HealthPart[] {
	return [
		{ name: "Token store", isNeeded: true, probe: stores.tokens },
		{ name: "File store", isNeeded: true, probe: stores.files },
		{ name: "Queues", isNeeded: true, probe: () => services.outbox.checkQueues() },
	];
}

function outsideParts({ config, ports, services }: Dependencies): HealthPart[] {
	const { mailer, outbox, paymentProviders, registrar } = services;
	const hostingServers = config.HOSTING === "servers" ? config.HOSTING_SERVERS.map(({ name }) => name) : ["sandbox"];
	return [
		{ name: "Registries", service: "search", isNeeded: true, probe: () => registrar.probe() },
		...registrar.stops().map(({ id, problem, reach }) => ({
			...{ name: `Registrar: ${id}`, isNeeded: true },
			async probe() {
				takesOrders(await problem());
				await reach();
			},
		})),
		...paymentProviders.map((provider) => ({
			...{ name: `Payments: ${provider.id}`, service: "payments" as const, isNeeded: true },
			probe: () => provider.probe(),
		})),
		{
			...{ name: `Email: ${config.MAILER}`, service: "email", isNeeded: true },
			probe: () => Promise.all([mailer.probe?.(), outbox.checkEmails()]),
		},
		...hostingServers.map((server) => ({
			...{ name: `Hosting: ${server}`, service: "hosting" as const, isNeeded: true },
			probe: () => ports.hostingPanel.probe(server),
		})),
		...ports.dnsHosts.all.map((host) => ({
			...{ name: `DNS: ${host.id}`, service: "dns" as const, isNeeded: true },
			probe: () => host.probe(),
		})),
	];
}

/** Paid invoices wait for their signature while it fails. */
const fiscalParts = ({ config, ports: { fiscalSigner } }: Dependencies): HealthPart[] =>
	fiscalSigner ? [{ name: `Tax invoices: ${config.FISCAL}`, isNeeded: false, probe: () => fiscalSigner.probe() }] : [];

/** Customers can still order while one of these fails, but staff have to act soon. */
const accountParts = ({ services: { registrar, registrarAccounts } }: Dependencies): HealthPart[] =>
	registrar
		.accounts()
		.flatMap(({ id, costs, balance }) => [
			...(costs ? [{ name: `Costs: ${id}`, isNeeded: false, probe: () => registrarAccounts.checkCosts(id) }] : []),
			...(balance
				? [{ name: `Balance: ${id}`, isNeeded: false, probe: () => registrarAccounts.checkBalance(id) }]
				: []),
		]);

/** @throws if the registrar takes no orders until staff act */
function takesOrders(problem: string | undefined): void {
	if (problem) throw new FailedCheck("stopped", problem);
}
