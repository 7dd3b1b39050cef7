import mostUsed from "virtual:most-used-passwords";
import { keyboardRuns, localWords } from "./guessable";
import { maxPasswordLength, minPasswordLength } from "./password-length";

/** Who chooses the password: their own address makes a poor one. */
interface PasswordOwner {
	readonly email: string;
	readonly brand: string;
}

/** What is wrong with a new password, as a sentence; null if nothing. */
export function passwordProblem(password: string, { email, brand }: PasswordOwner): string | null {
	// Before normalising, which is work: no character becomes shorter than a third of itself.
	if (password.length > maxPasswordLength * 4) return tooLong;
	const characters = [...password.normalize("NFC")];
	if (characters.length < minPasswordLength) return `Use at least ${minPasswordLength} characters.`;
	if (characters.length > maxPasswordLength) return tooLong;
	const plain = characters.join("").toLowerCase().trim();
	const [local = ""] = email.split("@");
	if (isVariationOf(plain, [email, local, brand.toLowerCase()]))
		return "Choose a password without your email address or our name.";
	if (isCommon(plain))
		return "This password is among the first that attackers try. Choose another, such as three unrelated words.";
	return null;
}

const tooLong = `Use at most ${maxPasswordLength} characters.`;

/** Is the text one of these, give or take a few characters around it? */
function isVariationOf(text: string, names: readonly string[]): boolean {
	return names.some((name) => name.length >= 3 && text.includes(name) && text.length - name.length < 6);
}

/** Would this be among the first guesses? For a lower-case text of at least ten characters. */
function isCommon(text: string): boolean {
	return isMostUsed(text) || isMostUsed(unleet(text)) || isRepetition(text) || isKeyboardRun(text);
}

/** `aaaaaaaaaa`, `1212121212`, `asdasdasd1`: a short unit again and again, with at most two characters left over. */
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

/** Runs on the keyboard or in the alphabet, at most four, with at most two characters before or after: `qwerty123456`. */
function isKeyboardRun(text: string): boolean {
	const isRun = (piece: string) => piece.length >= 3 && runs.some((run) => run.includes(piece));
	const isMadeOfRuns = (part: string) => canSplit(part, (rest) => longestPrefix(rest, isRun), 4);
	return [0, 1, 2].some((left) => isMadeOfRuns(text.slice(left)) || isMadeOfRuns(text.slice(0, text.length - left)));
}

const guesses: ReadonlySet<string> = new Set([...mostUsed, ...localWords]);

/** One of the most-used passwords or a word of this country, once or twice, with at most five characters around it. */
function isMostUsed(text: string): boolean {
	const [, bare = ""] = /^[^a-z]{0,5}(.*?)[^a-z]{0,5}$/s.exec(text) ?? [];
	return [text, bare].some((guess) => guesses.has(guess) || isDoubled(guess));
}

const isDoubled = (text: string): boolean =>
	text.length % 2 === 0 && guesses.has(text.slice(text.length / 2)) && text === text.slice(text.length / 2).repeat(2);

/** Can the text be cut into at most `most` pieces? `cut` answers the lengths that a first piece may have. */
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

/** `p@ssw0rd` as `password`; digits at the end stay, they are a number. */
function unleet(text: string): string {
	const [, body = "", tail = ""] = /^(.*?)([\d!@$]*)$/s.exec(text) ?? [];
	return body.replace(/[013457@$!]/g, (letter) => lookalikes[letter] ?? letter) + tail;
}
