/** Where every location reads content that staff publish in versions. May be up to a minute behind. */
export interface ContentStore {
	/** The number of the published version. Null if none was published. @throws ServiceUnavailable */
	current(): Promise<number | null>;
	/** The content of a version as JSON. Null if it is not there. @throws ServiceUnavailable */
	read(version: number): Promise<string | null>;
	/** Stores the content of a version, which never changes. @throws ServiceUnavailable */
	write(version: number, content: string): Promise<void>;
	/** Makes a version that was written the published one. @throws ServiceUnavailable */
	publish(version: number): Promise<void>;
}
