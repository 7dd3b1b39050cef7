import { Form } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { useOptimistic } from "~/components/forms/use-optimistic";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { LinkTabs } from "~/components/ui/link-tabs";
import { Pager } from "~/components/ui/pager";
import type { Failure } from "~/lib/result";
import type { ListedNotice } from "../list-notice";
import type { NoticeListQuery } from "../notices.schema";
import { OpenNotice } from "./open-notice";

interface NoticeListProps {
	tab: NoticeListQuery["tab"];
	notices: readonly ListedNotice[];
	next: string | null;
	failure?: Failure | undefined;
}

const tabs = [
	{ id: "all", label: "All", href: "?" },
	{ id: "unread", label: "Unread", href: "?tab=unread" },
];

export function NoticeList({ tab, notices, next, failure }: NoticeListProps) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading title="Notifications" lead="What you should know about your names, plans, projects and invoices.">
				{notices.some(({ unread }) => unread) && (
					<Form method="post" preventScrollReset>
						<Button type="submit" variant="secondary">
							Mark all as read
						</Button>
					</Form>
				)}
			</PageHeading>
			<FormError toast failure={failure} />
			<LinkTabs label="Notifications by state" tabs={tabs} current={tab} />
			{notices.length === 0 ? (
				<Card>
					<EmptyState icon="bell" title={tab === "unread" ? "All is read" : "Nothing to tell you"}>
						We write here when a name is about to expire, an invoice is due or something was set up.
					</EmptyState>
				</Card>
			) : (
				<ul className="grid gap-3">
					{notices.map((notice) => (
						<NoticeCard key={notice.id} notice={notice} />
					))}
				</ul>
			)}
			<Pager next={next} />
		</div>
	);
}

function NoticeCard({ notice }: { notice: ListedNotice }) {
	const { Form, shown: unread, busy } = useOptimistic(notice.unread, () => false);
	return (
		<Card as="li" className="grid gap-1">
			<div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
				<h2 className="flex items-baseline gap-2 text-lg">
					{unread && <span className="size-2.5 flex-none rounded-full bg-sun" aria-hidden="true" />}
					{unread && <span className="sr-only">Unread:</span>}
					<span className="break-words">{notice.title}</span>
				</h2>
				<time dateTime={notice.iso} title={notice.moment} className="text-sm text-muted">
					{notice.ago}
				</time>
			</div>
			<p className="max-w-measure text-muted">{notice.body}</p>
			<div className="flex flex-wrap items-center gap-x-6">
				{notice.href && (
					<OpenNotice notice={notice} href={notice.href} Form={Form} busy={busy} className="link-alone">
						Look at it<span className="sr-only">: {notice.title}</span>
					</OpenNotice>
				)}
				{unread && (
					<Form method="post" preventScrollReset>
						<input type="hidden" name="noticeId" value={notice.id} />
						<button type="submit" className="link-alone">
							Mark as read<span className="sr-only">: {notice.title}</span>
						</button>
					</Form>
				)}
			</div>
		</Card>
	);
}
