import { ChangeForm } from "~/components/forms/change-form";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { Card } from "~/components/ui/card";
import { CopyButton } from "~/components/ui/copy-button";
import { Disclosure } from "~/components/ui/disclosure";

interface SharePayLinkProps {
	/** The whole address. */
	url: string;
}

/** The invoice's link for someone else who pays it, and a button that ends it. */
export function SharePayLink({ url }: SharePayLinkProps) {
	return (
		<Card className="print:hidden">
			<Disclosure icon="send" title="Let someone else pay it">
				<div className="grid max-w-measure gap-4">
					<p>
						Anyone with this link can see and pay this invoice without signing in, for example your finance department.
						They see nothing else of your account, and can't use your credit or your cards. The link ends when the
						invoice is paid.
					</p>
					<div className="flex flex-wrap items-end gap-3">
						<div className="min-w-0 flex-1 basis-60">
							<Field label="Pay link" name="link" value={url} readOnly required />
						</div>
						<CopyButton text={url} subject="Pay link" />
					</div>
					<ChangeForm change={{ intent: "new-link" }} className="grid justify-items-start gap-3">
						{({ busy, failure }) => (
							<>
								<FormError whole failure={failure} />
								<p className="text-muted">
									Sent it to the wrong person? Replace it. Earlier links of this invoice, also those in our emails, then
									no longer work.
								</p>
								<SubmitButton variant="secondary" busy={busy} busyText="Replacing...">
									Replace the link
								</SubmitButton>
							</>
						)}
					</ChangeForm>
				</div>
			</Disclosure>
		</Card>
	);
}
