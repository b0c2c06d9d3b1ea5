// The list of vacancies in a frame of another site has styles and no script of its own.
import './embed.css';
