import { href } from "react-router";
import { EmailAddress } from "~/components/ui/email-address";
import { EmailTypo, UseEmailButton } from "~/features/accounts/components/email-field";
import { EmailSent } from "~/features/accounts/components/email-sent";
import { ResendForm } from "~/features/accounts/components/resend-form";
import { ResultPage } from "~/features/accounts/components/result-page";
import { correctEmail } from "~/features/accounts/email-typo";
import type { Webmail } from "~/features/accounts/webmail";
import type { Failure } from "~/lib/result";
import { withNext } from "~/lib/safe-redirect";

interface CheckEmailProps {
	email: string;
	webmail: Webmail | null;
	/** Result of the last request for another email. */
	message?: string | undefined;
	failure?: Failure | undefined;
}

/** After a visitor has registered at the checkout. The same page whether or not the address has an account already. */
export function CheckEmail({ email, webmail, message, failure }: CheckEmailProps) {
	const meant = correctEmail(email);
	return (
		<ResultPage
			title="Check your email"
			lead="One step before you pay: open the link that we sent you."
			focusHeading={!message}
			footer={
				<>
					Opened it on another device?{" "}
					<a href={withNext(href("/login"), href("/checkout"))} className="link">
						Sign in here
					</a>
				</>
			}
		>
			<div className="grid gap-4">
				<EmailSent webmail={webmail}>
					<p>
						A verification link was sent to{" "}
						<strong>
							<EmailAddress address={email} />
						</strong>
						. Your cart and your details are saved.
					</p>
					<p className="text-muted">
						No email after a minute? Check your spam folder, or{" "}
						<a href={`${href("/checkout")}?edit=1`} className="link">
							change your details
						</a>
						.
					</p>
					{meant && (
						<form method="post" className="grid justify-items-start gap-1">
							<p>
								<EmailTypo email={meant} />
							</p>
							<UseEmailButton email={meant} />
						</form>
					)}
				</EmailSent>
				<ResendForm email={email} {...(message && { message })} {...(failure && { failure })} />
			</div>
		</ResultPage>
	);
}
