import { data, href, redirect } from "react-router";
import { CheckoutFrame } from "~/components/layout/checkout-frame";
import { pageTitle } from "~/components/layout/page-title";
import { changedCartContext, clientContext, servicesContext, viewerContext } from "~/context";
import { addressSchema } from "~/features/accounts/account.schema";
import { browserCookie } from "~/features/accounts/browser-cookie";
import type { Customer } from "~/features/accounts/customer";
import { meantEmailIntent, withMeantEmail } from "~/features/accounts/email-typo";
import { accountMessages } from "~/features/accounts/messages";
import { webmailOf } from "~/features/accounts/webmail";
import { changeCart, promoIn } from "~/features/cart/cart-changes";
import { withoutOrdered } from "~/features/cart/cart-cookie";
import { itemName } from "~/features/cart/item-name";
import { toListedInvoice } from "~/features/invoices/listed-invoice";
import type { CheckoutDraft } from "~/features/orders/checkout-draft.server";
import { readCheckout, readNewCustomer } from "~/features/orders/checkout-form";
import { CheckEmail } from "~/features/orders/components/check-email";
import { CheckoutView } from "~/features/orders/components/checkout-view";
import type { ContactDetails } from "~/features/orders/contact-details";
import { type ContactValues, contactValues } from "~/features/orders/contact-values";
import { countedCookie, isCounted, uncountedCookie } from "~/features/orders/counted-checkout";
import { heldIn } from "~/features/payments/payable";
import { readForm, textFields } from "~/lib/form-data";
import { isPerson } from "~/lib/is-person";
import { otherAccount, pageAccountField } from "~/lib/page-account";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import { fail } from "~/lib/result";
import { cartHeaders, cartOf, loadCart, withAuthCodes } from "~/middleware/cart";
import type { Route } from "./+types/checkout";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Checkout") },
	{ name: "description", content: "Your contact details, and what your order costs." },
	{ name: "robots", content: "noindex" },
];

/** Customers order here. Visitors create their account first, on the same page. `?edit=1` shows their form again. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
	const { billing, checkoutDrafts, clock, config, orders, payments, visitCounts } = context.get(servicesContext);
	const viewer = context.get(viewerContext);
	const isEmpty = cartOf(request).cart.length === 0;
	const { APP_ORIGIN } = config;
	const isNew = !isEmpty && isPerson(request) && !isCounted(APP_ORIGIN, request.headers.get("Cookie"));
	if (isNew) visitCounts.count("checkouts");
	const [customer, credits, unpaid, draft, { state, preview, currency }] = await Promise.all([
		viewer.customer(),
		viewer.owner && !isEmpty ? payments.credit.balances(viewer.owner) : [],
		viewer.owner && isEmpty ? billing.unpaid(viewer.owner, 1) : [],
		checkoutDrafts.read(request.headers.get("Cookie")),
		loadCart({ request, context }),
	]);
	const email = draft?.contact.email;
	const sent =
		!customer && email && !url.searchParams.has("edit")
			? { email, webmail: webmailOf(email, config.ENVIRONMENT) }
			: null;
	const page = {
		sent,
		customer: customer && {
			id: customer.id,
			email: customer.email,
			actingFor: customer.acting && `${customer.firstName} ${customer.lastName}`,
		},
		contact: customer ? contactOf(customer, draft) : draft ? checkoutDrafts.forVisitor(draft) : { country: "Kenya" },
		unpaid: customer && unpaid[0] ? toPayNow(unpaid[0], clock(), customer) : null,
		state,
		preview,
		credit: heldIn(credits, currency),
		idempotencyKey: orders.createIdempotencyKey(),
	};
	return data(page, isNew ? { headers: { "Set-Cookie": countedCookie(APP_ORIGIN) } } : undefined);
}

function toPayNow(invoice: Parameters<typeof toListedInvoice>[0], now: number, customer: Customer) {
	const { id, number, toPay } = toListedInvoice(invoice, now, customer);
	return toPay === null ? null : { id, number };
}

/** The account's contact. A draft of the same person is newer. */
function contactOf(customer: Customer, draft: CheckoutDraft | null): ContactValues {
	const { firstName, lastName, email, phone, company, country, billing } = customer;
	const { address = "", city = "", postalCode = "", taxPin } = billing ?? {};
	const known = { phone: phone ?? "", company: company ?? "", taxPin: taxPin ?? "" };
	const own = { firstName, lastName, email, address, city, postalCode, country, ...known };
	return draft?.contact.email === email ? { ...own, ...draft.contact } : own;
}

export async function action({ context, request }: Route.ActionArgs) {
	const form = await readForm(request);
	if (form.get("intent") === meantEmailIntent) return takeMeantEmail(context, request, form);
	if (form.get("intent") === "promo") return applyPromo(context, request, form);
	const customer = await context.get(viewerContext).customer();
	if (customer) return placeOrder({ context, request }, form, customer);
	if (form.get("intent") === "resend") return resend(context, form);
	if (form.has("password")) return register(context, form);
	return failureData(signedOut, withPageAccount(form));
}

/** For the form that is shown again: it stays for the account that its page was made for. */
const withPageAccount = (form: FormData): ContactValues => ({
	...contactValues(form),
	...textFields(form, [pageAccountField]),
});

const { error: signedOut } = fail(
	"unauthenticated",
	"You were signed out. Sign in again in another tab, then send this form again. What you typed is still here.",
	{ code: "signed_out" },
);

type Args = Pick<Route.ActionArgs, "context" | "request">;

async function placeOrder({ context, request }: Args, form: FormData, customer: Customer) {
	const values = contactValues(form);
	const other = otherAccount(form, customer, true);
	if (other) return failureData(other, withPageAccount(form));
	const input = readCheckout(form);
	if (!input.ok) return failureData(input.error, values);
	const items = await withAuthCodes({ request, context }, input.value.items);
	const { config, orders, checkoutDrafts } = context.get(servicesContext);
	const member = customer.acting ? context.get(viewerContext).owner : null;
	const placed = await orders.checkOut(customer, { ...input.value, items }, member);
	if (!placed.ok) return failureData(placed.error, values);
	const headers = await cartHeaders({ context }, { state: withoutOrdered(cartOf(request), items) });
	headers.append("Set-Cookie", checkoutDrafts.clear());
	headers.append("Set-Cookie", uncountedCookie(config.APP_ORIGIN));
	return redirect(href("/pay/:invoiceId", { invoiceId: placed.value.invoiceId }), { status: 303, headers });
}

/** The emailed link leads back here. The answer is the same for an address that has an account. */
async function register(context: Args["context"], form: FormData) {
	const { accounts, checkoutDrafts, config } = context.get(servicesContext);
	const values = contactValues(form);
	const input = readNewCustomer(form);
	if (!input.ok) return failureData(input.error, values);
	const { contact, registration } = input.value;
	const registered = await accounts.register(registration, context.get(clientContext), href("/checkout"));
	if (!registered.ok) return failureData(registered.error, values);
	const headers = new Headers({ "Set-Cookie": browserCookie(config.APP_ORIGIN, registered.value.browserToken) });
	headers.append("Set-Cookie", await checkoutDrafts.header(toValues(contact)));
	return redirect(href("/checkout"), { status: 303, headers });
}

/** The fields of a contact. */
function toValues({ delivery, taxPin, ...contact }: ContactDetails): ContactValues {
	const { address, city, phone } = delivery ?? {};
	return { ...contact, taxPin: taxPin ?? "", deliveryAddress: address, deliveryCity: city, deliveryPhone: phone };
}

/** In the form that was sent, or else in the draft of a registration. */
async function takeMeantEmail(context: Args["context"], request: Request, form: FormData) {
	if (form.has("email")) return { values: withMeantEmail(contactValues(form)) };
	const { checkoutDrafts } = context.get(servicesContext);
	const draft = await checkoutDrafts.read(request.headers.get("Cookie"));
	const headers = new Headers();
	if (draft) headers.set("Set-Cookie", await checkoutDrafts.header(withMeantEmail(checkoutDrafts.forVisitor(draft))));
	return redirect(`${href("/checkout")}?edit=1`, { status: 303, headers });
}

/** Without script, the promo code comes with the other fields, which the answer shows again. */
async function applyPromo(context: Args["context"], request: Request, form: FormData) {
	const { state } = changeCart(cartOf(request), { intent: "promo", code: promoIn(form, "promoCode") }, itemName);
	context.set(changedCartContext, state);
	return data({ values: contactValues(form) }, { headers: await cartHeaders({ context }, { state }) });
}

async function resend(context: Args["context"], form: FormData) {
	const { accounts } = context.get(servicesContext);
	const input = parse(addressSchema, Object.fromEntries(form));
	if (!input.ok) return failureData(input.error);
	const resent = await accounts.resendVerification(input.value, context.get(clientContext), href("/checkout"));
	if (!resent.ok) return failureData(resent.error);
	return { message: accountMessages.linkResent(input.value.email) };
}

export default function CheckoutPage({ loaderData: { sent, ...page }, actionData }: Route.ComponentProps) {
	const { failure, values, message } = { failure: undefined, values: undefined, message: undefined, ...actionData };
	// The form of a customer stays the same when their session has ended or is for another account.
	const stays = failure?.code === "signed_out" || failure?.code === "other_account";
	const customer = stays && values?.email ? { email: values.email, id: values.pageAccount } : page.customer;
	return (
		<CheckoutFrame step="details">
			{sent && !values ? (
				<CheckEmail {...sent} message={message} failure={failure} />
			) : (
				<CheckoutView {...page} customer={customer} contact={values ?? page.contact} failure={failure} />
			)}
		</CheckoutFrame>
	);
}
