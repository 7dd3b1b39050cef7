type Sent = { readonly ok: true } | { readonly ok: false; readonly error: string };

/** Sends a file like its form would, with progress. Uses XMLHttpRequest, because `fetch` has no upload progress. */
export function sendFile(
	url: string,
	file: File,
	onProgress: (percent: number) => void,
	signal: AbortSignal,
): Promise<Sent> {
	return new Promise((resolve) => {
		const request = new XMLHttpRequest();
		const failed = (error: string) => resolve({ ok: false, error });
		request.responseType = "json";
		request.upload.onprogress = ({ loaded, total }) => onProgress(Math.floor((100 * loaded) / total));
		request.onload = () => {
			if (request.status < 300) return resolve({ ok: true });
			if (request.status === 401)
				return failed("You were signed out. Sign in in another tab, then choose the file again.");
			const answer: unknown = request.response;
			const known = typeof answer === "object" && answer !== null && "error" in answer ? answer.error : null;
			failed(typeof known === "string" ? known : "The upload did not work. Choose the file again.");
		};
		const connectionLost = () => failed("The connection was lost. Choose the file again.");
		request.onerror = connectionLost;
		request.onabort = () => failed("The upload was stopped.");
		signal.addEventListener("abort", () => request.abort());
		// Without this, a request on a lost network does not fail for minutes.
		const offline = () => {
			connectionLost();
			request.abort();
		};
		window.addEventListener("offline", offline);
		request.onloadend = () => window.removeEventListener("offline", offline);
		const form = new FormData();
		form.set("file", file);
		request.open("POST", url);
		request.send(form);
	});
}
