import { data, redirect, replace } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { NoticeList } from "~/features/notifications/components/notice-list";
import { listNotice } from "~/features/notifications/list-notice";
import { noticeChangeSchema, noticeListSchema } from "~/features/notifications/notices.schema";
import { paramsOf } from "~/lib/address";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, isDataRequest } from "~/lib/responses";
import { asCustomer, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/notifications";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Notifications") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = noticeListSchema.parse(paramsOf(url));
	const [customer, page] = await asCustomer(context, ({ notices }, owner) => notices.list(owner, query));
	const now = context.get(servicesContext).clock();
	const notices = page.items.map((notice) => listNotice(notice, customer, now));
	return { tab: query.tab, notices, next: page.next };
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const input = parse(noticeChangeSchema, Object.fromEntries(await readForm(request)));
	if (!input.ok) return failureData(input.error);
	const { notices } = context.get(servicesContext);
	const { intent, noticeId } = input.value;
	if (intent === "open") {
		const opened = await notices.open(ownerOf(context), noticeId);
		return opened.ok ? redirect(opened.value ?? url.pathname, 303) : failureData(opened.error);
	}
	if (noticeId) await notices.markRead(ownerOf(context), noticeId);
	else await notices.markAllRead(ownerOf(context));
	// By script the page that shows them only reads its data anew.
	return isDataRequest(request) ? data(null) : replace(url.pathname + url.search);
}

export default function NotificationsPage({ loaderData, actionData }: Route.ComponentProps) {
	return <NoticeList {...loaderData} failure={actionData?.failure} />;
}
