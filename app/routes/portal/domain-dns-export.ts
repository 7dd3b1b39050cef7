import { formatZoneFile } from "~/features/dns/format-zone-file";
import { download } from "~/lib/download";
import { notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/domain-dns-export";

/** Downloads the DNS records as a zone file. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const [, found] = await asCustomer(context, ({ dns }, owner) => dns.zone(owner, params.domainId));
	if (!found) notFound();
	const { name } = found.domain;
	return download(formatZoneFile(found.records, name), { name: `${name}.zone`, type: "text/dns; charset=utf-8" });
}
