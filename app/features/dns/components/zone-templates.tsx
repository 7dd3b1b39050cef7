import { Form } from "react-router";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { RouteButton } from "~/components/ui/route-button";
import { TitledCard } from "~/components/ui/titled-card";
import { TitledSection } from "~/components/ui/titled-section";
import type { Failure } from "~/lib/result";
import type { TemplatePreview } from "../plan-template";
import { findTemplate, templates } from "../templates";
import { ChangePreview } from "./change-preview";

interface ZoneTemplatesProps {
	domain: string;
	version: number;
	chosen: TemplatePreview | null;
	failure?: Failure | undefined;
}

export function ZoneTemplates({ domain, version, chosen, failure }: ZoneTemplatesProps) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			{chosen && <ChosenTemplate key={chosen.id} domain={domain} version={version} chosen={chosen} failure={failure} />}
			<Group title="Email" kind="mail" chosen={chosen?.id} />
			<Group title="Website" kind="site" chosen={chosen?.id} />
		</div>
	);
}

function Group({ title, kind, chosen }: { title: string; kind: "mail" | "site"; chosen: string | undefined }) {
	return (
		<TitledSection title={title}>
			<ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
				{templates
					.filter((template) => template.kind === kind)
					.map(({ id, name, about }) => (
						<Card as="li" key={id} chosen={id === chosen} className="flex flex-col gap-3">
							<div className="flex-1">
								<p className="font-semibold">{name}</p>
								<p className="text-muted">{about}</p>
							</div>
							<RouteButton
								to={`?use=${id}`}
								aria-current={id === chosen ? "true" : undefined}
								variant="secondary"
								size="sm"
								className="self-start"
							>
								View records<span className="sr-only"> of {name}</span>
							</RouteButton>
						</Card>
					))}
			</ul>
		</TitledSection>
	);
}

function ChosenTemplate({ domain, version, chosen, failure }: ZoneTemplatesProps & { chosen: TemplatePreview }) {
	const busy = useBusy();
	const template = findTemplate(chosen.id);
	if (!template) return null;
	const { change } = chosen;
	const isEmpty = change !== null && change.added.length + change.removed.length === 0;
	return (
		<TitledCard title={`${template.name} for ${domain}`}>
			<div className="grid gap-5">
				<FormError whole failure={failure} />
				{template.field && (
					<Form method="get" className="grid items-end gap-3 sm:grid-cols-[minmax(0,28rem)_auto] sm:justify-start">
						<input type="hidden" name="use" value={template.id} />
						<Field
							name="field"
							label={template.field.label}
							hint={template.field.hint}
							defaultValue={chosen.field}
							error={chosen.problem}
							autoCapitalize="none"
							spellCheck={false}
							required
						/>
						<Button type="submit" variant="secondary" className="min-h-12 self-start sm:mt-7.5">
							View records
						</Button>
					</Form>
				)}
				{!template.field && chosen.problem && <FormError failure={{ kind: "invalid", message: chosen.problem }} />}
				{change && <ChangePreview change={change} />}
				{change && !isEmpty && (
					<Form method="post" className="grid gap-4">
						<input type="hidden" name="use" value={template.id} />
						<input type="hidden" name="field" value={chosen.field} />
						<input type="hidden" name="version" value={version} />
						{change.removed.length > 0 && (
							<CheckboxField
								name="replace"
								required
								label={
									change.removed.length === 1
										? "Yes, remove this record. It conflicts with the new ones."
										: `Yes, remove these ${change.removed.length} records. They conflict with the new ones.`
								}
							/>
						)}
						<div className="flex flex-wrap gap-3">
							<SubmitButton busy={busy} busyText="Saving...">
								Use these records
							</SubmitButton>
							<RouteButton to="?" variant="quiet">
								Cancel
							</RouteButton>
						</div>
					</Form>
				)}
				<p className="max-w-measure text-muted">
					<span className="font-semibold text-ink">Next:</span> {template.next}
				</p>
			</div>
		</TitledCard>
	);
}
