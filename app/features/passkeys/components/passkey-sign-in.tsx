import { useEffect, useRef, useState } from "react";
import { useSubmit } from "react-router";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { askForPasskey, supportsPasskeyAutofill, supportsPasskeys } from "../browser";

/** Offers passkeys in the list of the email field and with a button. Hidden if the browser does not support passkeys. */
export function PasskeySignIn({ request }: { request: { challenge: string; rpId: string } }) {
	const submit = useSubmit();
	const [shown, setShown] = useState(false);
	const waiting = useRef<AbortController>(null);

	useEffect(() => {
		setShown(supportsPasskeys());
		const controller = new AbortController();
		waiting.current = controller;
		void (async () => {
			if (!(await supportsPasskeyAutofill()) || controller.signal.aborted) return;
			const passkey = await askForPasskey(request, { conditional: true, signal: controller.signal });
			if (passkey) submit({ passkey }, { method: "post" });
		})();
		return () => controller.abort();
	}, [request, submit]);

	if (!shown) return null;
	const ask = async () => {
		// Browsers allow only one request at a time.
		waiting.current?.abort();
		const passkey = await askForPasskey(request, { conditional: false, signal: new AbortController().signal });
		if (passkey) submit({ passkey }, { method: "post" });
	};
	return (
		<Button variant="secondary" onClick={ask} className="mt-4 w-full">
			<Icon name="key-round" />
			Sign in with a passkey
		</Button>
	);
}
