import { Form, href } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { TextareaField } from "~/components/forms/textarea-field";
import { useBusy } from "~/components/forms/use-busy";
import { ButtonLink } from "~/components/ui/button";
import { Status } from "~/components/ui/status";
import { TitledCard } from "~/components/ui/titled-card";
import { DeskList, RowLink, unbroken } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import { ReasonForm } from "~/features/desk/components/reason-form";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import { articleLimits, helpSectionNames, helpSections } from "~/features/help/article";
import type { ArticleState, ArticlesQuery } from "../help-desk.schema";
import type { ArticlePageView, ArticleRow, ArticleTexts, VersionView } from "../help-desk-view";

const states: Readonly<Record<ArticleState, { tone: "neutral" | "success" | "pending"; text: string }>> = {
	draft: { tone: "neutral", text: "Draft" },
	published: { tone: "success", text: "Published" },
	changed: { tone: "pending", text: "Changed since" },
};

const StateOf = ({ state }: { state: ArticleState }) => <Status tone={states[state].tone}>{states[state].text}</Status>;

const sectionOptions = helpSectionNames.map((value) => ({ value, text: helpSections[value] }));

interface ArticleListProps {
	query: ArticlesQuery;
	rows: readonly ArticleRow[];
	mayEdit: boolean;
}

/** All articles of the help. */
export const ArticleList = ({ query, rows, mayEdit }: ArticleListProps) => (
	<DeskPage
		title="Help articles"
		lead="Customers find published articles on the help pages and while they write to us."
		actions={
			mayEdit && (
				<ButtonLink href={href("/desk/help/new")} size="sm">
					New article
				</ButtonLink>
			)
		}
	>
		<DeskList
			label="Help articles"
			rows={rows}
			next={null}
			filters={[
				{ label: "Words", name: "q", type: "search", value: query.q },
				{ label: "Section", name: "section", value: query.section, options: sectionOptions },
				{
					label: "State",
					name: "state",
					value: query.state,
					options: (Object.keys(states) as ArticleState[]).map((value) => ({ value, text: states[value].text })),
				},
			]}
			columns={[
				{
					name: "Article",
					cell: ({ id, title, address }) => (
						<RowLink to={href("/desk/help/:articleId", { articleId: id })} note={address}>
							{title}
						</RowLink>
					),
				},
				{ name: "Section", place: "row-note", cell: ({ section }) => section },
				{ name: "Order", cell: ({ position }) => position },
				{ name: "Draft saved", place: "row-meta", cell: ({ changed }) => unbroken(changed) },
				{ name: "State", place: "row-state", cell: StateOf },
			]}
			empty={{ icon: "circle-help", title: "No articles", text: "Articles that you write are listed here." }}
		/>
	</DeskPage>
);

const toList = { to: href("/desk/help"), label: "Help articles" };

/** The form of a new article. */
export const NewArticle = ({ texts, answer }: { texts: ArticleTexts; answer: DeskAnswer | undefined }) => (
	<DeskPage title="New article" back={toList} lead="A draft, until you publish it.">
		<TitledCard title="Draft">
			<ArticleForm intent="create" version={null} texts={texts} answer={answer} />
		</TitledCard>
	</DeskPage>
);

interface ArticleEditorProps {
	article: ArticlePageView;
	mayEdit: boolean;
	answer: DeskAnswer | undefined;
}

/** An article: its draft, what can be done with it, and its versions. */
export function ArticleEditor({ article, mayEdit, answer }: ArticleEditorProps) {
	const { id, title, texts, state, version, saved, publicSlug, versions, next } = article;
	return (
		<DeskPage
			title={title}
			back={toList}
			lead={saved ? `Draft saved by ${saved.by} on ${saved.at}.` : undefined}
			actions={
				<>
					<ButtonLink href={href("/desk/help/:articleId/preview", { articleId: id })} variant="secondary" size="sm">
						Preview
					</ButtonLink>
					{publicSlug !== null && (
						<ButtonLink href={href("/help/:slug", { slug: publicSlug })} variant="secondary" size="sm">
							On the site
						</ButtonLink>
					)}
				</>
			}
		>
			<TitledCard title={mayEdit ? "Draft" : "Text"} beside={<StateOf state={state} />}>
				{/* Shows the stored texts again once they have changed. */}
				<ArticleForm key={version} intent="save" version={version} texts={texts} answer={answer} disabled={!mayEdit} />
			</TitledCard>
			{mayEdit && <Publishing article={article} answer={answer} />}
			<TitledCard title="Versions" lead="What customers have seen. Each publish of any article has its own number.">
				<DeskList
					label="Published versions"
					rows={versions}
					next={next}
					columns={[
						{ name: "Version", cell: ({ number, title }) => `${number}: ${title}` },
						{ name: "By", place: "row-note", cell: ({ author }) => author },
						{ name: "Published", place: "row-meta", cell: ({ at }) => unbroken(at) },
						{
							name: "State",
							place: "row-state",
							cell: ({ state }) => <Status tone={versionStates[state].tone}>{versionStates[state].text}</Status>,
						},
					]}
					details={(row) => (mayEdit ? <GoBack row={row} version={version} answer={answer} /> : null)}
					empty={{ icon: "circle-help", title: "Not published yet", text: "Published versions are listed here." }}
				/>
			</TitledCard>
		</DeskPage>
	);
}

const versionStates = {
	current: { tone: "success", text: "On the site" },
	publishing: { tone: "pending", text: "Being published" },
	past: { tone: "neutral", text: "Past" },
	off: { tone: "neutral", text: "Taken off" },
} as const;

interface ArticleFormProps {
	intent: "create" | "save";
	/** Of the article's row. Null for a new article. */
	version: string | null;
	/** What is stored. */
	texts: ArticleTexts;
	answer: DeskAnswer | undefined;
	disabled?: boolean;
}

function ArticleForm({ intent, version, texts, answer, disabled = false }: ArticleFormProps) {
	const busy = useBusy(intent);
	const failed = answer?.intent === intent ? answer : undefined;
	const isStale = failed?.failure.code === "changed_meanwhile";
	const field = (name: keyof ArticleTexts, hint?: string) => {
		const sent = failed?.values[name]?.[0];
		// What someone else has saved in the meantime.
		const theirs = isStale && sent !== undefined && sent !== texts[name] && name !== "body";
		return {
			name,
			defaultValue: sent ?? texts[name],
			error: failed?.failure.fields?.[name],
			...((theirs || hint) && { hint: theirs ? `Saved now: ${texts[name]}` : hint }),
		};
	};
	return (
		<Form method="post" className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4" preventScrollReset>
			<HiddenFields values={{ intent, version: version ?? undefined }} />
			<FormError failure={failed?.failure} whole={["version"]} />
			<fieldset disabled={disabled} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
				<Field
					label="Title"
					{...field("title", "As a customer would ask for it.")}
					maxLength={articleLimits.title}
					required
				/>
				<Field
					label="Summary"
					{...field("summary", "One or two sentences, also for search engines.")}
					maxLength={articleLimits.summary}
					required
				/>
				<div className="grid gap-4 sm:grid-cols-2">
					<SelectField label="Section" {...field("section")}>
						{sectionOptions.map(({ value, text }) => (
							<option key={value} value={value}>
								{text}
							</option>
						))}
					</SelectField>
					<Field
						label="Order"
						{...field("position", "Lower numbers come first in their section.")}
						inputMode="numeric"
						maxLength={4}
						required
					/>
				</div>
				<Field
					label="Address"
					{...field(
						"slug",
						version === null
							? "After /help/. Empty: made from the title."
							: "After /help/. If you change it, the old address leads to the new one.",
					)}
					maxLength={articleLimits.slug}
					autoCapitalize="none"
					spellCheck={false}
				/>
				<TextareaField
					label="Text"
					{...field(
						"body",
						"Markdown: ## heading, - list, 1. steps, **bold**, `code`, [link](/pricing), > note, | table |.",
					)}
					rows={20}
					maxLength={articleLimits.body}
					required
				/>
				{isStale && failed?.values.body?.[0] !== texts.body && (
					<TextareaField
						label="The text that is saved now"
						name="theirs"
						rows={8}
						defaultValue={texts.body}
						readOnly
						hint="Copy what you want to keep of it into yours."
						required
					/>
				)}
				{!disabled && (
					<div>
						<SubmitButton busy={busy} busyText="Saving...">
							Save the draft
						</SubmitButton>
					</div>
				)}
			</fieldset>
		</Form>
	);
}

function Publishing({ article, answer }: Pick<ArticleEditorProps, "article" | "answer">) {
	const { state, version, publicSlug, isNew } = article;
	const failureOf = (intent: string) => (answer?.intent === intent ? answer.failure : undefined);
	return (
		<TitledCard title="Publishing">
			{state === "published" && (
				// Gets the focus after the form that published it is gone.
				<p role="status" className="text-muted">
					Customers see this text.
				</p>
			)}
			{state !== "published" && (
				<ReasonForm
					icon="check"
					label="Publish"
					effect="Customers see the saved draft within a minute, on the help pages, in the search and while they write to us."
					change={{ intent: "publish", version }}
					failure={failureOf("publish")}
					withoutReason
					open
				/>
			)}
			{publicSlug !== null && (
				<ReasonForm
					icon="eye-off"
					label="Take off the site"
					effect="Customers can't read the article any more. The draft and the versions stay here."
					change={{ intent: "unpublish", version }}
					danger
					failure={failureOf("unpublish")}
					reason={answer?.intent === "unpublish" ? answer.values.reason?.[0] : undefined}
				/>
			)}
			{(state === "changed" || isNew) && (
				// No customer has seen the draft, so it needs no reason.
				<ReasonForm
					icon="trash-2"
					label={isNew ? "Delete the draft" : "Discard the changes"}
					effect={
						isNew
							? "The article and its text are deleted for everyone. They can't be restored."
							: "What was written since the last publish is lost for everyone. Customers still see the published text."
					}
					danger
					change={{ intent: "discard", version }}
					failure={failureOf("discard")}
					withoutReason
				/>
			)}
		</TitledCard>
	);
}

interface GoBackProps {
	row: VersionView;
	/** Of the article's row. */
	version: string;
	answer: DeskAnswer | undefined;
}

function GoBack({ row: { number, state }, version, answer }: GoBackProps) {
	if (state !== "past") return null;
	const failed = answer?.intent === "restore" && answer.values.number?.[0] === String(number) ? answer : undefined;
	return (
		<ReasonForm
			icon="rotate-ccw"
			label={`Go back to version ${number}`}
			effect="Customers see this text again within a minute. A draft with changes that are not published stays as it is."
			change={{ intent: "restore", number, version }}
			failure={failed?.failure}
			reason={failed?.values.reason?.[0]}
		/>
	);
}
