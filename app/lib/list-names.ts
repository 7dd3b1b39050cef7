/** "a, b and 2 more". @param most names that are listed. Default: all */
export function listNames(names: readonly string[], most = names.length): string {
	const shown = names.slice(0, most).join(", ");
	return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
