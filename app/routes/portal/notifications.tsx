import { data, redirect, replace } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { NotificationList } from "~/features/notifications/components/notification-list";
import { listNotification } from "~/features/notifications/list-notification";
import { notificationChangeSchema, notificationListSchema } from "~/features/notifications/notifications.schema";
import { paramsOf } from "~/lib/address";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, isDataRequest } from "~/lib/responses";
import { asCustomer, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/notifications";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Notifications") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = notificationListSchema.parse(paramsOf(url));
	const [customer, page] = await asCustomer(context, ({ notifications }, owner) => notifications.list(owner, query));
	const now = context.get(servicesContext).clock();
	const notifications = page.items.map((notification) => listNotification(notification, customer, now));
	return { tab: query.tab, notifications, next: page.next };
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

export default function NotificationsPage({ loaderData, actionData }: Route.ComponentProps) {
	return <NotificationList {...loaderData} failure={actionData?.failure} />;
}
