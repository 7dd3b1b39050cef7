import { data, type RouterContextProvider } from "react-router";
import { servicesContext, viewerContext } from "~/context";
import type { Customer, Viewer } from "~/features/accounts/customer";
import type { Services } from "~/services.server";

type Owner = NonNullable<Viewer["owner"]>;
type Context = Readonly<RouterContextProvider>;

/**
 * Reads a portal page: the customer and what `read` asks for travel in one round trip, so `read` must start all its
 * reads at once. Without a live session it finds nothing, and the guard has the last word.
 */
export async function asCustomer<T>(
	context: Context,
	read: (services: Services, owner: Owner) => Promise<T>,
): Promise<[customer: Customer, found: T]> {
	const viewer = context.get(viewerContext);
	if (viewer.owner === null) throw signInFirst();
	const [customer, found] = await Promise.all([viewer.customer(), read(context.get(servicesContext), viewer.owner)]);
	if (customer === null) throw signInFirst();
	return [customer, found];
}

/** For actions: the guard has found the session alive, and each statement asks again. */
export function ownerOf(context: Context): Owner {
	const { owner } = context.get(viewerContext);
	if (owner === null) throw signInFirst();
	return owner;
}

const signInFirst = () => data(null, { status: 401 });

/** For whoever needs to know more of the customer than whose rows they are: an action, or a page with nothing else to read. */
export async function customerOf(context: Context): Promise<Customer> {
	const customer = await context.get(viewerContext).customer();
	if (customer === null) throw signInFirst();
	return customer;
}
