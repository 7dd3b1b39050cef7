import { href, Link } from "react-router";
import { RowAction } from "~/components/forms/row-action";
import { Heading } from "~/components/ui/heading";
import { Status } from "~/components/ui/status";
import { TitledCard } from "~/components/ui/titled-card";
import type { Tone } from "~/components/ui/tone";
import { CompleteFields } from "~/features/desk/components/complete-fields";
import { DeskFacts } from "~/features/desk/components/desk-facts";
import { ReasonForm } from "~/features/desk/components/reason-form";
import { answeredField, type DeskAnswer } from "~/features/desk/desk-answer";
import type { JobView } from "../domain-view";

const tones: Readonly<Record<JobView["state"], Tone>> = {
	queued: "pending",
	running: "pending",
	done: "success",
	action_required: "danger",
	failed: "danger",
};

interface JobListProps {
	jobs: readonly JobView[];
	mayChange: boolean;
	answer: DeskAnswer | undefined;
}

/** The jobs of a domain or plan, with what can be done about those that have stopped. */
export function JobList({ jobs, mayChange, answer }: JobListProps) {
	if (jobs.length === 0) return null;
	return (
		<TitledCard title="Jobs">
			{jobs.map((job) => {
				const mine = answer?.intent === "complete-job" && answer.values.jobId?.[0] === job.id ? answer : undefined;
				const field = (name: string) => answeredField(mine, name);
				return (
					<section key={`${job.id} ${job.state}`} aria-label={job.title} className="grid gap-3">
						<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
							<Heading level={3} size="sm" className="wrap-anywhere">
								{job.title}
							</Heading>
							<Status tone={tones[job.state]}>{job.label}</Status>
						</div>
						<DeskFacts
							facts={[
								...(job.why ? [["Why", job.why] as const] : []),
								...(job.reference ? [["Reference", job.reference] as const] : []),
								...(job.invoice
									? [
											[
												"Invoice",
												<Link
													key="invoice"
													className="link"
													to={href("/desk/invoices/:invoiceId", { invoiceId: job.invoice.id })}
												>
													{job.invoice.number}
												</Link>,
											] as const,
										]
									: []),
								...(job.files.length > 0
									? [["Files", <JobFiles key="files" jobId={job.id} files={job.files} />] as const]
									: []),
								["Changed", job.changed],
							]}
						/>
						{mayChange && job.canRetry && (
							<RowAction change={{ intent: "retry-job", jobId: job.id }} subject={job.title}>
								Try again
							</RowAction>
						)}
						{mayChange && job.canComplete && (
							<ReasonForm
								icon="check"
								label="Complete by hand"
								effect="You did it at the registrar or panel. The job is done, and the customer gets the usual email."
								change={{ intent: "complete-job", jobId: job.id }}
								failure={mine?.failure}
								reason={mine?.values.reason?.[0]}
								withFile
							>
								<CompleteFields needsExpiry={job.needsExpiry} hasAddress={job.hasAddress} field={field} />
							</ReasonForm>
						)}
					</section>
				);
			})}
		</TitledCard>
	);
}

const JobFiles = ({ jobId, files }: { jobId: string; files: JobView["files"] }) => (
	<ul>
		{files.map(({ id, name }) => (
			<li key={id}>
				<a className="link" href={href("/desk/jobs/:jobId/files/:fileId", { jobId, fileId: id })} download>
					{name}
				</a>
			</li>
		))}
	</ul>
);
