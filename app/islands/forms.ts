/** Scripts for pages with a form, without React. */
import "./carry-field";
import "./field-check";
import "./form-error";
import "./live-form";
import "./password-field";
import "./wait-button";
