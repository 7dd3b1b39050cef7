/** Event on `document` after islands/live-form.ts has replaced a part of the page. */
export const pageReplaced = "page:replaced";
