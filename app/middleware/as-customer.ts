import { data, type RouterContextProvider } from "react-router";
import { servicesContext, viewerContext } from "~/context";
import type { Customer, Viewer } from "~/features/accounts/customer";
import type { Services } from "~/services.server";

type Owner = NonNullable<Viewer["owner"]>;
type Context = Readonly<RouterContextProvider>;

/**
 * Loads the customer and the data of a portal page. `read` must start all its queries in the same tick, so that they and
 * the session query share one round trip to D1. Without a valid session the queries find nothing.
 * @throws a 401 response if the visitor is not signed in
 */
export async function asCustomer<T>(
	context: Context,
	read: (services: Services, owner: Owner) => Promise<T>,
): Promise<[customer: Customer, found: T]> {
	const viewer = context.get(viewerContext);
	if (viewer.owner === null) throw unauthorized();
	const [customer, found] = await Promise.all([viewer.customer(), read(context.get(servicesContext), viewer.owner)]);
	if (customer === null) throw unauthorized();
	return [customer, found];
}

/**
 * The owner for an action. The guard has checked the session, and each statement checks it again.
 * @throws a 401 response if the visitor is not signed in
 */
export function ownerOf(context: Context): Owner {
	const { owner } = context.get(viewerContext);
	if (owner === null) throw unauthorized();
	return owner;
}

const unauthorized = () => data(null, { status: 401 });

/**
 * The signed-in customer, for actions and for pages that read nothing else.
 * @throws a 401 response if the visitor is not signed in
 */
export async function customerOf(context: Context): Promise<Customer> {
	const customer = await context.get(viewerContext).customer();
	if (customer === null) throw unauthorized();
	return customer;
}
