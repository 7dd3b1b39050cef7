import mostUsed from "virtual:most-used-passwords";
import { keyboardRuns, localWords } from "./guessable";
import { maxPasswordLength, minPasswordLength, tooShort } from "./password-length";

interface PasswordOwner {
	readonly email: string;
	readonly brand: string;
}

/** Returns what is wrong with a new password, or null. */
export function passwordProblem(password: string, { email, brand }: PasswordOwner): string | null {
	// Checked before normalising, which is expensive and shortens a text to no less than a third.
	if (password.length > maxPasswordLength * 4) return tooLong;
	const characters = [...password.normalize("NFC")];
	if (characters.length < minPasswordLength) return tooShort;
	if (characters.length > maxPasswordLength) return tooLong;
	const plain = characters.join("").toLowerCase().trim();
	const [local = ""] = email.split("@");
	if (isVariationOf(plain, [email, local, brand.toLowerCase()]))
		return "Choose a password that does not contain your email address or our name.";
	if (isCommon(plain)) return "This password is easy to guess. Choose another, such as three unrelated words.";
	return null;
}

const tooLong = `Use at most ${maxPasswordLength} characters.`;

/** Whether the text is one of the names plus at most five characters. */
function isVariationOf(text: string, names: readonly string[]): boolean {
	return names.some((name) => name.length >= 3 && text.includes(name) && text.length - name.length < 6);
}

/** Whether attackers would try it first. Expects at least ten characters in lower case. */
function isCommon(text: string): boolean {
	return isMostUsed(text) || isMostUsed(unleet(text)) || isRepetition(text) || isKeyboardRun(text);
}

/** `aaaaaaaaaa`, `1212121212`, `asdasdasd1`: a unit of at most five characters, repeated, plus at most two characters. */
function isRepetition(text: string): boolean {
	for (const start of [0, 1, 2]) {
		for (let unit = 1; unit <= 5; unit += 1) {
			const repeated = [...text.slice(start)].findIndex(
				(letter, index) => index >= unit && letter !== text[start + index - unit],
			);
			const covered = repeated === -1 ? text.length - start : repeated;
			if (covered >= unit * 2 && covered >= text.length - start - 2 && covered >= 6) return true;
		}
	}
	return false;
}

const runs = keyboardRuns.flatMap((run) => [run, [...run].reverse().join("")]);

/** `qwerty123456`: at most four keyboard or alphabet sequences, plus at most two characters before or after. */
function isKeyboardRun(text: string): boolean {
	const isRun = (piece: string) => piece.length >= 3 && runs.some((run) => run.includes(piece));
	const isMadeOfRuns = (part: string) => canSplit(part, (rest) => longestPrefix(rest, isRun), 4);
	return [0, 1, 2].some((left) => isMadeOfRuns(text.slice(left)) || isMadeOfRuns(text.slice(0, text.length - left)));
}

const guesses: ReadonlySet<string> = new Set([...mostUsed, ...localWords]);

/** A most-used password or a local word, once or twice, with at most five characters on either side. */
function isMostUsed(text: string): boolean {
	const [, bare = ""] = /^[^a-z]{0,5}(.*?)[^a-z]{0,5}$/s.exec(text) ?? [];
	return [text, bare].some((guess) => guesses.has(guess) || isDoubled(guess));
}

const isDoubled = (text: string): boolean =>
	text.length % 2 === 0 && guesses.has(text.slice(text.length / 2)) && text === text.slice(text.length / 2).repeat(2);

/** Whether the text can be split into at most `most` pieces. `cut` returns the possible lengths of the first piece. */
function canSplit(text: string, cut: (rest: string) => readonly number[], most: number): boolean {
	if (text === "") return true;
	if (most === 0) return false;
	return cut(text).some((length) => canSplit(text.slice(length), cut, most - 1));
}

function longestPrefix(text: string, accept: (piece: string) => boolean): number[] {
	for (let length = Math.min(text.length, 36); length > 0; length -= 1) {
		if (accept(text.slice(0, length))) return [length];
	}
	return [];
}

const lookalikes: Readonly<Record<string, string>> = {
	"0": "o",
	"1": "i",
	"3": "e",
	"4": "a",
	"5": "s",
	"7": "t",
	"@": "a",
	$: "s",
	"!": "i",
};

/** Turns `p@ssw0rd` into `password`. Keeps digits at the end, which are usually a number. */
function unleet(text: string): string {
	const [, body = "", tail = ""] = /^(.*?)([\d!@$]*)$/s.exec(text) ?? [];
	return body.replace(/[013457@$!]/g, (letter) => lookalikes[letter] ?? letter) + tail;
}
