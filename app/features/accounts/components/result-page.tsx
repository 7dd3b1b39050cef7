import type { ComponentProps } from "react";
import { NarrowPage } from "~/components/layout/narrow-page";

/** Replaces a form with its result. Its heading takes the focus, because the address stays the same. */
export const ResultPage = (props: ComponentProps<typeof NarrowPage>) => <NarrowPage focusHeading {...props} />;
