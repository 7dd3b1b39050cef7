/** A transition that the rules don't allow: a bug in the caller, never the customer's fault. */
export class IllegalTransition extends Error {
	override name = "IllegalTransition";
}

interface StateMachine<State extends string> {
	can(from: State, to: State): boolean;
	/** Returns `to`. @throws IllegalTransition if `from` may not become it */
	move(from: State, to: State): State;
	/** The states that may become `to`, for the WHERE of an UPDATE. */
	sources(to: State): State[];
}

/** @param followers the states that may follow each state. A state without followers is final. */
export function stateMachine<State extends string>(
	noun: string,
	followers: Readonly<Record<State, readonly State[]>>,
): StateMachine<State> {
	const states = Object.keys(followers) as State[];
	const can = (from: State, to: State) => followers[from].includes(to);
	return {
		can,
		move(from, to) {
			if (!can(from, to)) throw new IllegalTransition(`The ${noun} is ${from} and cannot become ${to}`);
			return to;
		},
		sources: (to) => states.filter((from) => can(from, to)),
	};
}
