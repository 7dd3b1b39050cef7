/** Loads the configured third-party live chat, if any, when the browser is idle. */
const src = document.querySelector<HTMLMetaElement>('meta[name="chat-widget"]')?.content;

if (src) {
	const load = () => {
		const script = document.createElement("script");
		script.src = src;
		script.async = true;
		document.head.appendChild(script);
	};
	if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: 10_000 });
	else setTimeout(load, 5_000);
}
