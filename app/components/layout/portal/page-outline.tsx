import type { ReactNode } from "react";
import { href } from "react-router";
import { listedPages, type Outline } from "~/portal-pages";
import { Card } from "../../ui/card";
import { cx } from "../../ui/cx";
import { Icon } from "../../ui/icon";
import { Skeleton } from "../../ui/skeleton";
import { PageHeading } from "./page-heading";

/** A skeleton of a loading page, with the same sizes as the final page. */
export function PageOutline({ path }: { path: string }) {
	const page = listedPages.find(({ href }) => href === path);
	const shape = page?.outline;
	const title = shape && !shape.untitled && page.label;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6" aria-hidden="true" data-outline>
			{title ? (
				<PageHeading title={title} lead={page?.lead}>
					{shape.buttons?.map(({ label, icon }) => (
						<Pill key={label}>
							{icon && <Icon name={icon} />}
							{label}
						</Pill>
					))}
				</PageHeading>
			) : (
				<div className="grid gap-1.5">
					<Skeleton className="w-64 max-w-full font-display text-2xl sm:text-3xl">Title</Skeleton>
					<Skeleton className="w-fit max-w-full">{page?.lead ?? "What this page is about."}</Skeleton>
				</div>
			)}
			{path === href("/dashboard") && <SummaryCards />}
			{shape?.stats && <Stats {...shape.stats} />}
			{shape?.tabs && (
				<div className="-mx-1 px-1">
					<div className="flex h-11 items-center gap-6 overflow-clip border-b border-line px-3">
						{["First", "Second", "Third"].map((tab) => (
							<Skeleton key={tab}>{tab} tab</Skeleton>
						))}
					</div>
				</div>
			)}
			{shape?.search && <Search kind={shape.search} />}
			<Card className={title ? "py-1 sm:py-2" : undefined}>
				<div className="grid gap-4 py-3">
					{["1", "2", "3", "4", "5"].map((row) => (
						<Skeleton key={row} className="h-12 w-full" />
					))}
				</div>
			</Card>
		</div>
	);
}

const SummaryCards = () => (
	<div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
		{["Domains", "Hosting", "Projects", "Invoices"].map((label) => (
			<div key={label} className="grid justify-items-start gap-1 rounded-card border border-line bg-surface p-4">
				<Skeleton className="max-sm:text-sm">{label}</Skeleton>
				<Skeleton className="font-display text-2xl">00</Skeleton>
				<Skeleton className="text-sm">of 10 {label}</Skeleton>
			</div>
		))}
	</div>
);

const Stats = ({ labels, className }: NonNullable<Outline["stats"]>) => (
	<div className={cx("grid", className)}>
		{labels.map((label) => (
			<div
				key={label}
				className="grid grid-rows-[1fr_auto] justify-items-start rounded-card border border-line bg-surface px-3 py-3 sm:px-5 sm:py-4"
			>
				<p className="text-sm/snug font-medium text-muted">{label}</p>
				<Skeleton className="font-display text-2xl">00</Skeleton>
			</div>
		))}
	</div>
);

/** Same size as FilterForm. */
const Search = ({ kind }: { kind: NonNullable<Outline["search"]> }) => (
	<div className="grid gap-1">
		<div className="flex flex-wrap items-end gap-3">
			<FieldOutline className="basis-48" />
			{kind === "beside a choice" && <FieldOutline className="basis-36 sm:max-w-56" />}
			<Pill className="h-12">Show</Pill>
		</div>
		{kind === "above filters" && (
			<div className="flex h-11 items-center">
				<Skeleton>Filter and sort</Skeleton>
			</div>
		)}
	</div>
);

const FieldOutline = ({ className }: { className: string }) => (
	<div className={cx("grid min-w-0 flex-1 gap-1.5", className)}>
		<Skeleton className="w-fit">Search by name</Skeleton>
		<Skeleton className="h-12 w-full" />
	</div>
);

/** Same size as a button. */
const Pill = ({ className, children }: { className?: string; children: ReactNode }) => (
	<div className="overflow-clip rounded-full">
		<Skeleton className={cx("flex min-h-11 items-center gap-2 border px-5 py-2 font-semibold", className)}>
			{children}
		</Skeleton>
	</div>
);
