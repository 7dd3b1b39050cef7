import type { ReactNode } from "react";
import { href } from "react-router";
import { listedPages, type Outline } from "~/portal-pages";
import { cx } from "../../ui/cx";
import { Heading } from "../../ui/heading";
import { Icon } from "../../ui/icon";
import { ListCard } from "../../ui/list-card";
import { Skeleton } from "../../ui/skeleton";

/** A skeleton of a loading page, with the same sizes as the final page. */
export function PageOutline({ path }: { path: string }) {
	const page = listedPages.find(({ href }) => href === path);
	const shape = page?.outline;
	const title = shape && !shape.untitled && page.label;
	if (path === href("/dashboard")) return <OverviewOutline />;
	return (
		<div className="list-page" aria-hidden="true" data-outline>
			{title ? (
				<div className="flex items-center justify-between gap-3 md:items-end">
					<div className="grid min-w-0 gap-1.5">
						<Heading level={1} size="lg" dot>
							{title}
						</Heading>
						<p className="text-muted max-md:hidden">{page?.lead}</p>
					</div>
					<div className="flex flex-none gap-2">
						{shape.button && <Pill className="max-md:max-w-24 max-md:whitespace-nowrap">{shape.button}</Pill>}
						{shape.search && <Skeleton className="size-11 rounded-full md:hidden" />}
					</div>
				</div>
			) : (
				<div className="grid gap-1.5">
					<Skeleton className="w-64 max-w-full font-display text-2xl sm:text-3xl">Title</Skeleton>
					<Skeleton className="w-fit max-w-full">{page?.lead ?? "What this page is about."}</Skeleton>
				</div>
			)}
			{shape?.stats && <Stats {...shape.stats} />}
			{shape?.tabs && (
				<div className="-mx-1 px-1">
					<div className="flex h-11 items-center gap-6 overflow-hidden border-b border-line px-3">
						{["First", "Second", "Third"].map((tab) => (
							<Skeleton key={tab}>{tab} tab</Skeleton>
						))}
					</div>
				</div>
			)}
			{shape?.search && <Search kind={shape.search} tools={shape.tools} />}
			<Rows />
		</div>
	);
}

/** The greeting, and the list of what needs attention. */
const OverviewOutline = () => (
	<div className="grid grid-cols-[minmax(0,1fr)] gap-6" aria-hidden="true" data-outline>
		<div className="grid">
			<Skeleton className="w-64 max-w-full font-display text-2xl sm:text-3xl">Title</Skeleton>
		</div>
		<Rows />
	</div>
);

const Rows = () => (
	<ListCard>
		{["1", "2", "3", "4", "5"].map((row) => (
			<div key={row} className="flex h-18 items-center">
				<Skeleton className="h-12 w-full" />
			</div>
		))}
	</ListCard>
);

const Stats = ({ labels, className }: NonNullable<Outline["stats"]>) => (
	<div className={cx("grid gap-4 max-md:hidden", className)}>
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

/** Same size as ListTools with a FilterForm. */
const Search = ({ kind, tools }: Pick<Outline, "tools"> & { kind: NonNullable<Outline["search"]> }) => (
	<div className="flex flex-wrap items-start gap-3 max-md:hidden">
		<div className="grid min-w-0 flex-1 basis-80 gap-1">
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
		{tools && (
			<div className="flex flex-wrap gap-3 pt-[2.05rem]">
				{tools.map(({ label, icon }) => (
					<Pill key={label}>
						{icon && <Icon name={icon} />}
						{label}
					</Pill>
				))}
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
