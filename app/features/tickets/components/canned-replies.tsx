import { Form, href } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { TextareaField } from "~/components/forms/textarea-field";
import { useBusy } from "~/components/forms/use-busy";
import { Card } from "~/components/ui/card";
import { Disclosure } from "~/components/ui/disclosure";
import { Markdown } from "~/components/ui/markdown";
import { DeskList, RowLink, unbroken } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import { ReasonForm } from "~/features/desk/components/reason-form";
import { answeredField, type DeskAnswer } from "~/features/desk/desk-answer";
import type { CannedRepliesQuery } from "../canned-replies.schema";
import { cannedReplyLimits, placeholders } from "../canned-reply";
import { departmentNames, departments, ticketLimits } from "../ticket";
import type { CannedReplyView } from "../ticket-view";

interface CannedRepliesPageProps {
	query: CannedRepliesQuery;
	replies: readonly CannedReplyView[];
	next: string | null;
	mayChange: boolean;
	answer: DeskAnswer | undefined;
}

/** Texts for answers. */
export function CannedRepliesPage({ query, replies, next, mayChange, answer }: CannedRepliesPageProps) {
	const failed = answer?.intent === "create" ? answer : undefined;
	return (
		<DeskPage title="Canned replies" lead="Texts for answers that you write often. Insert one on a ticket's page.">
			{mayChange && (
				<Disclosure icon="plus" title="Create a canned reply" open={failed !== undefined}>
					{/* Empty again once the reply is in the list. */}
					<TextForm key={replies.map(({ id }) => id).join()} intent="create" answer={failed} />
				</Disclosure>
			)}
			<DeskList
				label="Canned replies"
				rows={replies}
				next={next}
				filters={[
					{ label: "Title or text", name: "q", type: "search", value: query.q },
					{
						label: "Department",
						name: "department",
						value: query.department,
						options: departmentNames.map((value) => ({ value, text: departments[value].label })),
					},
				]}
				columns={[
					{
						name: "Title",
						cell: ({ id, title, start }) => (
							<RowLink to={href("/desk/canned-replies/:replyId", { replyId: id })} note={start}>
								{title}
							</RowLink>
						),
					},
					{ name: "Department", place: "row-note", cell: ({ departmentLabel }) => departmentLabel },
					{ name: "Changed", place: "row-meta", cell: ({ changed }) => unbroken(changed) },
				]}
				empty={{ icon: "headset", title: "No canned replies", text: "Texts for answers are listed here." }}
			/>
		</DeskPage>
	);
}

interface CannedReplyPageProps {
	reply: CannedReplyView;
	mayChange: boolean;
	answer: DeskAnswer | undefined;
}

/** A canned reply, with the forms that change and delete it. */
export function CannedReplyPage({ reply, mayChange, answer }: CannedReplyPageProps) {
	const { title, body, departmentLabel, changed, version } = reply;
	const changing = answer?.intent === "change" ? answer : undefined;
	const deleting = answer?.intent === "delete" ? answer : undefined;
	return (
		<DeskPage
			title={title}
			lead={`${departmentLabel}. Changed ${changed}.`}
			back={{ to: href("/desk/canned-replies"), label: "Canned replies" }}
		>
			<Card className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
				<Markdown text={body} />
				{mayChange && (
					<>
						<Disclosure icon="pencil" title="Edit" open={changing !== undefined}>
							{changing?.failure.code === "changed_meanwhile" && (
								<p className="text-sm">The reply as it is now is above. Your text is below.</p>
							)}
							<TextForm key={version} intent="change" reply={reply} answer={changing} />
						</Disclosure>
						<ReasonForm
							icon="x"
							label="Delete"
							effect="Staff can't insert it any more. Answers that were made from it stay as they are."
							change={{ intent: "delete", version }}
							danger
							failure={deleting?.failure}
							reason={deleting?.values.reason?.[0]}
						/>
					</>
				)}
			</Card>
		</DeskPage>
	);
}

interface TextFormProps {
	intent: "create" | "change";
	reply?: CannedReplyView;
	answer: DeskAnswer | undefined;
}

function TextForm({ intent, reply, answer }: TextFormProps) {
	const busy = useBusy(intent);
	const of = (name: "title" | "department" | "body") => answeredField(answer, name, reply?.[name] ?? undefined);
	return (
		<Form method="post" className="grid max-w-measure gap-4 pt-2" preventScrollReset>
			<HiddenFields values={{ intent, ...(reply && { version: reply.version }) }} />
			<FormError failure={answer?.failure} whole={["version"]} />
			<Field label="Title" required maxLength={cannedReplyLimits.title} {...of("title")} />
			<SelectField label="Department" {...of("department")}>
				<option value="">All departments</option>
				{departmentNames.map((name) => (
					<option key={name} value={name}>
						{departments[name].label}
					</option>
				))}
			</SelectField>
			<TextareaField
				label="Text"
				required
				rows={8}
				maxLength={ticketLimits.message}
				hint={`Placeholders: ${Object.entries(placeholders)
					.map(([name, meaning]) => `{{${name}}} is ${meaning}`)
					.join(", ")}.`}
				{...of("body")}
			/>
			<div>
				<SubmitButton busy={busy} busyText="Saving...">
					{intent === "create" ? "Create the reply" : "Save the reply"}
				</SubmitButton>
			</div>
		</Form>
	);
}
