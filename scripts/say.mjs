/** Ends the command with an error message that says what to do. */
export function stop(sentence) {
	console.error(`\n${sentence}`);
	process.exit(1);
}

export function step(text) {
	console.log(`• ${text}`);
}
