import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { buttonClasses } from "~/components/ui/button";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import { TitledSection } from "~/components/ui/titled-section";
import { Cloth } from "~/features/domains/components/cloth";
import { DomainStatus } from "~/features/domains/components/domain-status";
import { ExpiryNote } from "~/features/domains/components/expiry-note";
import { WrappingName } from "~/features/domains/components/wrapping-name";
import { PlanStatus } from "~/features/hosting/components/plan-status";
import type { OverviewView, Task } from "../overview-view";

/** What needs the customer, then what they have. */
export function Overview({ view }: { view: OverviewView }) {
	const { attention, running, accounts, steps, domains, plans } = view;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<Heading level={1} size="lg" className="wrap-anywhere">
				{view.greeting}
			</Heading>
			{attention.length > 0 && <Tasks title="Needs your attention" tasks={attention} />}
			{steps.length > 0 && <FirstSteps steps={steps} />}
			{running.length > 0 && <Tasks title="Being set up" tasks={running} />}
			{accounts.length > 0 && <Tasks title="Accounts you can use" tasks={accounts} />}
			<div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 lg:grid-cols-2">
				{domains.length > 0 && (
					<TitledSection title="Domains" beside={<More to={href("/dashboard/domains")}>All domains</More>}>
						<ul className="rows">
							{domains.map((domain) => (
								<Row
									key={domain.id}
									to={href("/dashboard/domains/:domainId", { domainId: domain.id })}
									name={domain.name}
									note={<ExpiryNote domain={domain} />}
									status={<DomainStatus {...domain} />}
									cloth={<Cloth name={domain.ascii} state={domain.cloth} />}
								/>
							))}
						</ul>
					</TitledSection>
				)}
				{plans.length > 0 && (
					<TitledSection title="Hosting" beside={<More to={href("/dashboard/hosting")}>All plans</More>}>
						<ul className="rows">
							{plans.map((plan) => (
								<Row
									key={plan.id}
									to={plan.href}
									name={plan.name}
									note={plan.note}
									status={<PlanStatus state={plan.state} />}
									cloth={plan.cloth && <Cloth name={plan.cloth} />}
								/>
							))}
						</ul>
					</TitledSection>
				)}
			</div>
		</div>
	);
}

const More = ({ to, children }: { to: string; children: string }) => (
	<Link to={to} className="link-alone -my-2.5">
		{children}
	</Link>
);

function Tasks({ title, tasks }: { title: string; tasks: readonly Task[] }) {
	return (
		<section aria-label={title} className="rounded-card border border-line bg-surface px-4">
			<ul className="rows">
				{tasks.map(({ id, title, note, verb, href }) => (
					<li key={id} className="flex min-h-18 items-center gap-4 py-2">
						<p className="min-w-0 flex-1">
							<span className="block wrap-anywhere font-semibold">{title}</span>
							<span className="block text-sm text-muted">{note}</span>
						</p>
						{/* A plain link, because paying and orders are pages without React. */}
						<a href={href} className={buttonClasses({ variant: verb === "Pay" ? "primary" : "secondary" })}>
							{verb}
							<span className="sr-only">: {title}</span>
						</a>
					</li>
				))}
			</ul>
		</section>
	);
}

function FirstSteps({ steps }: { steps: OverviewView["steps"] }) {
	return (
		<TitledSection title="Get started">
			<ol className="rows">
				{steps.map(({ title, text, href, done }) => (
					<li key={title} className="relative flex min-h-18 items-center gap-4 py-2">
						<span
							className={done ? "text-lake" : "size-5 flex-none rounded-full border-2 border-sun"}
							aria-hidden="true"
						>
							{done && <Icon name="circle-check" size={20} />}
						</span>
						<span className="min-w-0 flex-1">
							{done ? (
								<span className="font-semibold text-muted">{title}</span>
							) : (
								<a
									href={href}
									className="font-semibold text-ink no-underline after:absolute after:inset-0 hover:underline"
								>
									{title}
								</a>
							)}
							<span className="block text-sm text-muted">{done ? "Done" : text}</span>
						</span>
						{!done && <Icon name="chevron-right" size={16} className="flex-none text-muted" />}
					</li>
				))}
			</ol>
		</TitledSection>
	);
}

interface RowProps {
	to: string;
	name: string;
	note: ReactNode;
	status: ReactNode;
	cloth: ReactNode;
}

/** A row of two lines that opens a page. */
const Row = ({ to, name, note, status, cloth }: RowProps) => (
	<li className="relative flex min-h-18 items-center gap-3 py-2">
		{cloth}
		<span className="min-w-0 flex-1">
			<span className="flex items-baseline justify-between gap-3">
				<Link
					to={to}
					className="wrap-anywhere font-semibold text-ink no-underline after:absolute after:inset-0 hover:underline"
				>
					<WrappingName name={name} />
				</Link>
				{status}
			</span>
			<span className="block text-sm text-muted">{note}</span>
		</span>
		<Icon name="chevron-right" size={16} className="flex-none text-muted" />
	</li>
);
