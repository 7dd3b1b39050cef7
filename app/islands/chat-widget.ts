/** The live chat of another company, where one is configured: only when the page has nothing else to do. */
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
