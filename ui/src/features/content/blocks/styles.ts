// The styles that the blocks of a page stand on: their own, and those of the cards, buttons and fields within them.
import '../../../components/actions/button.css';
import '../../../components/content/badge.css';
import '../../../components/content/category-tile.css';
import '../../../components/content/vacancy-card.css';
import '../../../components/feedback/empty-state.css';
import '../../../components/feedback/notice.css';
import '../../../components/form/form.css';
import './blocks.css';
import './filled-blocks.css';
