import { data, redirect, replace } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { listArchived } from "~/features/archive/list-archived";
import { ArchivedNotifications, NotificationList } from "~/features/notifications/components/notification-list";
import { asRead, listNotification } from "~/features/notifications/list-notification";
import { notificationChangeSchema, notificationListSchema } from "~/features/notifications/notifications.schema";
import { paramsOf } from "~/lib/address";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, failureInit, isDataRequest } from "~/lib/responses";
import { asCustomer, customerOf, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/notifications";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Notifications") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { month, ...query } = notificationListSchema.parse(paramsOf(url));
	const { archive, clock } = context.get(servicesContext);
	const now = clock();
	if (month !== undefined) {
		const customer = await customerOf(context);
		const found = await archive.page(customer.id, "notifications", { month, after: query.after });
		const archived = listArchived(found, customer, (row) => listNotification(asRead(row), customer, now));
		return data({ archived, recent: null }, failureInit(archived.failure));
	}
	const [customer, page] = await asCustomer(context, ({ notifications }, owner) => notifications.list(owner, query));
	const notifications = page.items.map((notification) => listNotification(notification, customer, now));
	const hasOlder = query.tab === "all" && page.next === null && (await archive.hasOlder(customer, "notifications"));
	return data({ archived: null, recent: { tab: query.tab, notifications, next: page.next, hasOlder } });
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const input = parse(notificationChangeSchema, Object.fromEntries(await readForm(request)));
	if (!input.ok) return failureData(input.error);
	const { notifications } = context.get(servicesContext);
	const { intent, notificationId } = input.value;
	if (intent === "open") {
		const opened = await notifications.open(ownerOf(context), notificationId);
		return opened.ok ? redirect(opened.value ?? url.pathname, 303) : failureData(opened.error);
	}
	if (notificationId) await notifications.markRead(ownerOf(context), notificationId);
	else await notifications.markAllRead(ownerOf(context));
	// For fetchers: React Router reloads the page's data.
	return isDataRequest(request) ? data(null) : replace(url.pathname + url.search);
}

export default function NotificationsPage({ loaderData: { archived, recent }, actionData }: Route.ComponentProps) {
	if (archived) return <ArchivedNotifications archive={archived} />;
	return <NotificationList {...recent} failure={actionData?.failure} />;
}
