/** A change of state that the rules do not allow: a bug of the caller, never the customer's doing. */
export class IllegalTransition extends Error {
	override name = "IllegalTransition";
}

interface StateMachine<State extends string> {
	can(from: State, to: State): boolean;
	/** `to`, when `from` may become it. @throws IllegalTransition */
	move(from: State, to: State): State;
	/** The states that may become `to`: the guard of an UPDATE. */
	sources(to: State): State[];
}

/** Which state may follow which. States without followers are final. */
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
