import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { FieldNotes } from "~/components/forms/field-frame";
import { SubmitButton } from "~/components/forms/submit";
import { Bar } from "~/components/ui/bar";
import { toast } from "~/islands/toast";
import type { Failure } from "~/lib/result";
import { acceptedNames, fileTooLarge, maxFileBytes, maxFileSizeText } from "../file-rules";
import { sendFile } from "./send-file";

interface UploadFileProps {
	/** Where the form is sent without script, and the page with the answer. */
	page: string;
	/** Where the file is sent with script. */
	to: string;
	failure?: Failure | undefined;
}

/** Uploads one file, with progress. A plain form without script. */
export function UploadFile({ page, to, failure }: UploadFileProps) {
	const id = useId();
	const revalidator = useRevalidator();
	const [progress, setProgress] = useState<number | null>(null);
	const [problem, setProblem] = useState(failure?.message);
	const upload = useRef<AbortController>(null);
	useEffect(() => () => upload.current?.abort(), []);

	async function send(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const form = event.currentTarget;
		const file = new FormData(form).get("file");
		if (!(file instanceof File) || file.size === 0) return setProblem("Choose a file that is not empty.");
		if (file.size > maxFileBytes) return setProblem(fileTooLarge);
		setProblem(undefined);
		setProgress(0);
		upload.current = new AbortController();
		const sent = await sendFile(to, file, setProgress, upload.current.signal);
		setProgress(null);
		if (!sent.ok) return setProblem(sent.error);
		form.reset();
		toast(`${file.name} was uploaded.`, "success");
		await revalidator.revalidate();
	}

	return (
		<form
			method="post"
			action={page}
			encType="multipart/form-data"
			onSubmit={(event) => void send(event)}
			className="grid grid-cols-[minmax(0,1fr)] gap-2"
		>
			<label htmlFor={id} className="font-medium">
				Upload a file
			</label>
			<div className="flex flex-wrap items-center gap-2">
				<input
					id={id}
					type="file"
					name="file"
					required
					accept={acceptedNames}
					aria-invalid={problem ? true : undefined}
					aria-describedby={problem ? `${id}-error ${id}-hint` : `${id}-hint`}
					className="min-h-11 min-w-0 max-w-full flex-1 basis-56 text-sm file:me-3 file:min-h-11 file:rounded-full file:border file:border-edge/50 file:bg-surface file:px-4 file:font-semibold file:text-ink"
				/>
				<SubmitButton variant="secondary" busy={progress !== null} busyText="Uploading...">
					Upload File
				</SubmitButton>
			</div>
			{progress !== null && (
				<div className="flex items-center gap-3">
					<progress value={progress} max={100} aria-label="Upload" className="sr-only" />
					<Bar percent={progress} tone="success" />
					<span className="text-sm tabular-nums">{progress}%</span>
					<button type="button" className="link min-h-11 min-w-11 text-sm" onClick={() => upload.current?.abort()}>
						Stop
					</button>
				</div>
			)}
			<FieldNotes
				id={id}
				error={problem}
				hint={`Up to ${maxFileSizeText}: PDF, Word, Excel, PowerPoint, pictures, MP4, text, CSV or ZIP.`}
			/>
		</form>
	);
}
