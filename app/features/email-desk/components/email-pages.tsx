import { Form, href, Link } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { TextareaField } from "~/components/forms/textarea-field";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { Button } from "~/components/ui/button";
import { Disclosure } from "~/components/ui/disclosure";
import { TitledCard } from "~/components/ui/titled-card";
import { DeskFacts } from "~/features/desk/components/desk-facts";
import { DeskList } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import { ReasonForm } from "~/features/desk/components/reason-form";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import type { EmailRowView, EmailTextView } from "../email-view";

/** Every email that the shop sends. */
export function EmailList({ emails }: { emails: readonly EmailRowView[] }) {
	return (
		<DeskPage
			title="Emails"
			count={emails.length}
			lead="Every email that the shop sends. Open one to see it, send yourself a test and change its words."
		>
			<DeskList
				label="Emails"
				rows={emails}
				next={null}
				columns={[
					{
						name: "Email",
						cell: ({ id, name, subject }) => (
							<span className="row-name">
								<span className="row-text wrap-anywhere">
									<Link className="row-link font-semibold" to={href("/desk/settings/emails/:email", { email: id })}>
										{name}
									</Link>
									<span className="block text-sm font-normal text-muted">{subject}</span>
								</span>
							</span>
						),
					},
					{ name: "Sent", place: "row-note", cell: ({ when }) => when },
					{ name: "To", place: "row-meta", cell: ({ to }) => to },
					{ name: "Text", place: "row-state", cell: ({ state }) => state },
				]}
				empty={{ icon: "mail", title: "No emails", text: "Emails of the shop are listed here." }}
			/>
		</DeskPage>
	);
}

interface EmailPageProps {
	email: EmailTextView;
	answer: DeskAnswer | undefined;
}

/** One email: a preview, the words of staff, a test, and who changed it. */
export function EmailPage({ email, answer }: EmailPageProps) {
	const { slug, name, when, to, texts, history, shown } = email;
	return (
		<DeskPage title={name} back={{ to: href("/desk/settings/emails"), label: "Emails" }}>
			<TitledCard title="Facts">
				<DeskFacts
					facts={[
						["Sent", when],
						["To", to],
					]}
				/>
			</TitledCard>
			{texts ? (
				<Texts key={texts.version} texts={texts} slug={slug} sample={shown.number} answer={answer} />
			) : (
				<p className="text-muted">The text of emails to our own team can't be changed.</p>
			)}
			<Preview email={email} />
			<SendTest number={shown.number} answer={answer} />
			{history.length > 0 && <History entries={history} />}
		</DeskPage>
	);
}

function Texts({
	texts,
	slug,
	sample,
	answer,
}: {
	texts: NonNullable<EmailTextView["texts"]>;
	slug: string;
	sample: number;
	answer: DeskAnswer | undefined;
}) {
	const busy = useBusy("save");
	const { own, typed, placeholders, shopSubject, isChanged, version, limits } = texts;
	const failed = answer?.intent === "save" ? answer : undefined;
	const failure = failed?.failure ?? texts.failure ?? undefined;
	const of = (field: keyof typeof own) => ({
		name: field,
		defaultValue: failed?.values[field]?.[0] ?? typed?.[field] ?? own[field],
		error: failure?.fields?.[field],
		maxLength: limits[field],
	});
	const path = href("/desk/settings/emails/:email", { email: slug });
	return (
		<TitledCard
			title="Text"
			lead="Your words are added to the shop's own. Facts, amounts, buttons and links always stay in the email."
		>
			<Form method="post" action={path} className="grid max-w-3xl gap-4" preventScrollReset>
				<HiddenFields values={{ intent: "save", version, sample }} />
				<FormError failure={failure} whole={["version"]} />
				{failed?.failure.code === "changed_meanwhile" && (
					<Alert tone="pending" title="The text as it is now">
						<p>Subject: {own.subject || "the shop's own"}</p>
						<p>Opening: {own.opening || "none"}</p>
						<p>Closing: {own.closing || "none"}</p>
					</Alert>
				)}
				<Field label="Subject" {...of("subject")} hint={`Empty: “${shopSubject}”.`} />
				<TextareaField label="Opening" {...of("opening")} rows={3} hint="A paragraph after the greeting." />
				<TextareaField label="Closing" {...of("closing")} rows={3} hint="A paragraph at the end." />
				<div>
					<p className="font-medium">Placeholders</p>
					<ul className="text-sm text-muted">
						{placeholders.map((placeholder) => (
							<li key={placeholder.name}>
								<code>{placeholder.name}</code>: {placeholder.means}
							</li>
						))}
					</ul>
				</div>
				<div className="flex flex-wrap gap-3">
					<SubmitButton busy={busy} busyText="Saving...">
						Save
					</SubmitButton>
					<Button type="submit" variant="secondary" formMethod="get">
						Preview without saving
					</Button>
				</div>
			</Form>
			{isChanged && (
				<ReasonForm
					icon="rotate-ccw"
					label="Reset"
					effect="The email has only the shop's own text again."
					change={{ intent: "reset", version }}
					failure={answer?.intent === "reset" ? answer.failure : undefined}
					withoutReason
				/>
			)}
		</TitledCard>
	);
}

function Preview({ email: { slug, samples, shown, query } }: { email: EmailTextView }) {
	const frame = href("/desk/settings/emails/:email/html", { email: slug });
	return (
		<TitledCard title="Preview">
			<Alert tone="info">
				The names, amounts, dates and links in it are samples.
				{shown.isDraft && " It shows what you typed, which is not saved."}
			</Alert>
			{samples.length > 1 && (
				<Form method="get" className="flex flex-wrap items-end gap-3" preventScrollReset>
					<SelectField label="Form of the email" name="sample" defaultValue={shown.number} className="min-w-0 flex-1">
						{samples.map((subject, index) => (
							<option key={subject} value={index}>
								{subject}
							</option>
						))}
					</SelectField>
					<Button type="submit" variant="secondary" className="min-h-12">
						Show
					</Button>
				</Form>
			)}
			<p className="wrap-anywhere">
				<span className="text-muted">Subject:</span> <strong>{shown.subject}</strong>
			</p>
			<iframe
				key={query}
				title="The email as an email app shows it"
				src={query ? `${frame}?${query}` : frame}
				sandbox=""
				className="h-[40rem] w-full rounded-card border border-line bg-paper"
			/>
			<Disclosure icon="file-text" title="Text version">
				<pre className="rounded-card border border-line bg-surface p-5 text-sm whitespace-pre-wrap wrap-anywhere">
					{shown.text}
				</pre>
			</Disclosure>
		</TitledCard>
	);
}

function SendTest({ number, answer }: { number: number; answer: DeskAnswer | undefined }) {
	const busy = useBusy("test");
	return (
		<TitledCard title="Test" lead="Sends the saved text with these samples to your own address.">
			<Form method="post" preventScrollReset>
				<HiddenFields values={{ intent: "test", sample: number }} />
				<FormError failure={answer?.intent === "test" ? answer.failure : undefined} />
				<SubmitButton variant="secondary" busy={busy} busyText="Sending...">
					Send me a test
				</SubmitButton>
			</Form>
		</TitledCard>
	);
}

const History = ({ entries }: { entries: EmailTextView["history"] }) => (
	<TitledCard title="History">
		<ul className="grid gap-3">
			{entries.map(({ id, at, person, text, before }) => (
				<li key={id} className="wrap-anywhere">
					<span className="font-medium">{text}</span>
					<span className="block text-sm font-normal text-muted">
						{person}, {at}
					</span>
					{before.map(([part, words]) => (
						<span key={part} className="block text-sm">
							{part} before: {words}
						</span>
					))}
				</li>
			))}
		</ul>
	</TitledCard>
);
