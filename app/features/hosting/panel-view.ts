import { findProduct, productTitle } from "~/features/catalog/catalog";
import { formatMoment, kenya } from "~/lib/dates";
import type { PanelSessions } from "~/platform/hosting/sandbox/panel-sessions";
import { resourceBars } from "./hosting";

type SignedIn = NonNullable<Awaited<ReturnType<PanelSessions["signedIn"]>>>;

export type PanelView = ReturnType<typeof panelView>;

/** An account as the sandbox panel shows it, from the sandbox's own data. */
export function panelView({ account, endsAt }: SignedIn) {
	const { plan, domain, ip, email, resources, passwordChangedAt } = account;
	const product = findProduct(plan);
	return {
		plan: product ? productTitle(product) : plan,
		domain,
		ip,
		email,
		bars: resourceBars(resources, "list"),
		passwordChanged: passwordChangedAt === null ? null : formatMoment(passwordChangedAt, kenya),
		endsAt: formatMoment(endsAt, kenya),
	};
}
