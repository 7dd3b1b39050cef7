import { Form } from "react-router";
import { controlClasses } from "~/components/forms/field-frame";
import { FormError } from "~/components/forms/form-error";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { TextareaField } from "~/components/forms/textarea-field";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { RouteButton } from "~/components/ui/route-button";
import { TitledCard } from "~/components/ui/titled-card";
import type { Failure } from "~/lib/result";
import type { ZoneChange } from "../zone";
import type { LineNote } from "../zone-file";
import { ChangePreview } from "./change-preview";

interface ImportOutcome {
	readonly change: ZoneChange | null;
	readonly errors: readonly LineNote[];
	readonly notes: readonly LineNote[];
}

interface ZoneImportProps {
	domain: string;
	version: number;
	values: { text?: string; mode?: string };
	outcome?: ImportOutcome | undefined;
	failure?: Failure | undefined;
}

/** Import form. Previews the change before it is applied. */
export function ZoneImport({ domain, version, values, outcome, failure }: ZoneImportProps) {
	const busy = useBusy("preview");
	const change = outcome?.change;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			{outcome && outcome.errors.length > 0 && (
				<Lines tone="danger" title="Nothing was changed. Fix these lines first." lines={outcome.errors} />
			)}
			{change && (
				<TitledCard title="What will change" chosen>
					<div className="grid gap-5">
						<ChangePreview change={change} />
						{outcome.notes.length > 0 && <Lines tone="info" title="Skipped or adjusted" lines={outcome.notes} />}
						<ApplyImport
							version={version}
							values={values}
							isEmpty={change.added.length + change.removed.length === 0}
						/>
					</div>
				</TitledCard>
			)}
			<TitledCard
				title="Import a zone file"
				lead="Export one from your previous DNS provider. It's often called a BIND file. You'll see the changes before you apply them."
			>
				<Form method="post" encType="multipart/form-data" className="grid gap-5">
					<FormError failure={failure} />
					<input type="hidden" name="version" value={version} />
					<TextareaField
						label="Records"
						name="text"
						rows={10}
						defaultValue={values.text}
						error={failure?.fields?.text}
						hint={`We add ${domain} to names without a trailing dot.`}
						spellCheck={false}
					/>
					<div className="grid gap-1.5">
						<label htmlFor="zone-file" className="font-medium">
							Or a file <span className="font-normal text-muted">(optional)</span>
						</label>
						<input
							id="zone-file"
							type="file"
							name="file"
							accept=".txt,.zone,.db,text/plain,text/dns"
							className={controlClasses}
						/>
					</div>
					<SelectField
						label="Your current records"
						name="mode"
						defaultValue={values.mode ?? "merge"}
						error={failure?.fields?.mode}
						required
					>
						<option value="merge">Keep them and add these</option>
						<option value="replace">Replace all of them</option>
					</SelectField>
					<div className="flex flex-wrap gap-3">
						<SubmitButton name="intent" value="preview" busy={busy} busyText="Reading...">
							Preview changes
						</SubmitButton>
						<RouteButton to=".." relative="path" variant="quiet">
							Cancel
						</RouteButton>
					</div>
				</Form>
			</TitledCard>
		</div>
	);
}

function ApplyImport({ version, values, isEmpty }: Pick<ZoneImportProps, "version" | "values"> & { isEmpty: boolean }) {
	const busy = useBusy("apply");
	if (isEmpty) return null;
	return (
		<Form method="post" encType="multipart/form-data">
			<input type="hidden" name="version" value={version} />
			<input type="hidden" name="mode" value={values.mode} />
			<textarea name="text" defaultValue={values.text} readOnly hidden />
			<SubmitButton name="intent" value="apply" busy={busy} busyText="Saving...">
				Apply changes
			</SubmitButton>
		</Form>
	);
}

function Lines({ tone, title, lines }: { tone: "danger" | "info"; title: string; lines: readonly LineNote[] }) {
	return (
		<Alert tone={tone} title={title} role={tone === "danger" ? "alert" : undefined}>
			<ul className="mt-1 grid gap-1">
				{lines.slice(0, 20).map(({ line, message }) => (
					<li key={`${line} ${message}`}>
						<span className="font-semibold">Line {line}:</span> {message}
					</li>
				))}
				{lines.length > 20 && <li>and {lines.length - 20} more</li>}
			</ul>
		</Alert>
	);
}
