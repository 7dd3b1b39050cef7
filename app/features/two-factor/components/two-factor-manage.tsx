import { Form } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { Button } from "~/components/ui/button";
import { TitledCard } from "~/components/ui/titled-card";
import type { Failure } from "~/lib/result";

interface TwoFactorManageProps {
	since: string;
	codesLeft: number;
	failure?: Failure | undefined;
}

/** Two-step sign-in is on: new codes, or off again. */
export function TwoFactorManage({ since, codesLeft, failure }: TwoFactorManageProps) {
	return (
		<TitledCard title="Two-step sign-in is on" lead={`Since ${since}.`} className="max-w-3xl">
			<FormError whole failure={failure} />
			<Form method="post" className="grid justify-items-start gap-3">
				<input type="hidden" name="intent" value="codes" />
				<p className="max-w-measure">
					{codesLeft === 0
						? "No recovery code is left: make new ones, or a lost phone locks you out."
						: `${codesLeft} of your recovery codes are unused. New ones make these worthless.`}
				</p>
				<Button type="submit" variant="secondary">
					Make new recovery codes
				</Button>
			</Form>
			<Form method="post" className="grid justify-items-start gap-3 border-t border-line pt-5">
				<input type="hidden" name="intent" value="disable" />
				<p className="max-w-measure">
					Switched off, your password alone opens your account. To move to another phone, switch off and set up again.
				</p>
				<Button type="submit" variant="danger">
					Switch off two-step sign-in
				</Button>
			</Form>
		</TitledCard>
	);
}
