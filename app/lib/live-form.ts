/**
 * Header of a form that islands/live-form.ts sends. The Worker answers it like a browser without script, with two
 * differences: a redirect has the status 204, so that the browser does not follow it, and a page arrives complete.
 */
export const liveFormHeader = "X-Live-Form";

export const isLiveForm = ({ headers }: Request): boolean => headers.has(liveFormHeader);
